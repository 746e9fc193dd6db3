import { isLyceumError } from '@lyceum/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { EmailField, NameField, NewPasswordField } from '../../session/fields.tsx'
import { factorAskedBy, SecondFactorForm } from '../../session/second-factor.tsx'
import { useIsSignedIn, useNext } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { TermsField } from '../../session/terms.tsx'
import { awaitedEmail, awaitedNext, typedEmail } from '../../session/typed-email.ts'
import { findText, t } from '../../texts/texts.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { type Login, VerifyEmailPage } from './code-pages.tsx'
import { startSignIn, useProviders } from './third-party.ts'

const route = getRouteApi('/account/signed-in')

export function SignInPage() {
  const { next, goOn } = useNext()
  const [unverified, setUnverified] = useState<Login>()
  if (unverified !== undefined) return <VerifyEmailPage {...unverified} isSent={false} />
  return (
    <Page title={t('signIn')} narrow>
      <SignInForm
        onSignedIn={goOn}
        onError={(error, login) => {
          const isUnverified = isLyceumError(error) && error.name === 'EmailNotVerified'
          if (isUnverified) setUnverified(login)
          return isUnverified
        }}
      />
      <p className="mt-4">
        <TextLink to="/reset-password" search={{ next }}>
          {t('signIn.forgotPassword')}
        </TextLink>
      </p>
      <Providers />
      <p className="mt-6 text-muted">
        {t('signIn.noAccount')}{' '}
        <TextLink to="/register" search={{ next }}>
          {t('register')}
        </TextLink>
      </p>
    </Page>
  )
}

export function RegisterPage() {
  const { next } = useNext()
  const [login, setLogin] = useState<Login | undefined>(() => {
    const email = awaitedEmail.get()
    return email === undefined ? undefined : { email }
  })
  const [isAccepted, setAccepted] = useState(false)
  if (login !== undefined)
    return (
      <VerifyEmailPage
        {...login}
        onOther={() => {
          awaitedEmail.forget()
          setLogin(undefined)
        }}
      />
    )
  return (
    <Page title={t('register')} lead={t('register.text')} narrow>
      <Form
        submit={t('register')}
        to={lyceum.auth.register}
        onSubmit={async ({ name = '', email = '', password = '', acceptedTerms }) => {
          await lyceum.auth.register.mutate({ name, email, password, acceptedTerms })
          awaitedEmail.set(email)
          awaitedNext.set(email, next)
          setLogin({ email, password })
        }}
      >
        <NameField label={t('register.name')} />
        <EmailField defaultValue={typedEmail.get()} onChange={typedEmail.set} />
        <NewPasswordField name="password" label={t('value.password')} />
        <TermsField onChange={setAccepted} />
      </Form>
      {/* They make accounts, too. */}
      <Providers acceptsTerms={isAccepted} />
      <p className="mt-6 text-muted">
        {t('register.hasAccount')}{' '}
        <TextLink to="/sign-in" search={{ next }}>
          {t('signIn')}
        </TextLink>
      </p>
    </Page>
  )
}

/** Offers the school's other ways to sign in, if it has any. */
function Providers({ acceptsTerms = false }: { acceptsTerms?: boolean }) {
  const { next } = useNext()
  const version = useSchool().config?.terms?.version
  const { providers, returnUrl } = useProviders()
  if (returnUrl === undefined || providers.length === 0) return null
  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
      {providers.map((provider) => (
        <Button
          key={provider.name}
          onClick={() =>
            void startSignIn(provider, {
              returnUrl,
              next,
              acceptedTerms: acceptsTerms ? version : undefined,
            })
          }
        >
          {t('signIn.with', { provider: provider.title })}
        </Button>
      ))}
    </div>
  )
}

/** Explains why a third party or the server refused a sign-in or a link. */
export function SignInFailedPage() {
  const { failure, next } = route.useRouteContext()
  const isSignedIn = useIsSignedIn()
  const name = failure instanceof Error ? failure.message : ''
  const needsLink = name === 'LinkRequired'
  // Who has no account yet accepts the terms where accounts are made.
  const page = name === 'TermsNotAccepted' ? '/register' : '/sign-in'
  const asked = factorAskedBy(failure)
  if (asked !== undefined)
    return (
      <Page title={t('signIn')} narrow>
        <SecondFactorForm asked={asked} onSignedIn={() => location.replace(next)} />
      </Page>
    )
  return (
    <Page title={t(isSignedIn ? 'failed.title' : 'signIn.failed')} narrow>
      <p role="alert" className="mb-6">
        {findText(`error.${name}`) ?? messageOf(failure)}
      </p>
      {isSignedIn ? (
        <a href={next} className={buttonClass('primary')}>
          {t('goOn')}
        </a>
      ) : (
        <ButtonLink to={page} search={{ next: needsLink ? '/account' : next }} look="primary">
          {t(page === '/register' ? 'register' : 'signIn')}
        </ButtonLink>
      )}
    </Page>
  )
}
