import type { Outputs } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import {
  CodeField,
  CurrentPasswordField,
  EmailField,
  NewPasswordField,
} from '../../session/fields.tsx'
import { type AskedFactor, factorAskedBy, SecondFactorForm } from '../../session/second-factor.tsx'
import { useMe, useNext } from '../../session/session.ts'
import { awaitedEmail, awaitedNext, typedEmail } from '../../session/typed-email.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'

export interface Login {
  email: string
  /**
   * Sent with the code, to prove who registered. Kept in memory only: after a reload, and behind
   * the link of the mail, it is asked for again.
   */
  password?: string
}

interface VerifyEmailProps extends Login {
  /** The code in the link of the mail. Opening the link sends nothing. */
  code?: string
  /** Whether a code was mailed just now. */
  isSent?: boolean
  onOther?: () => void
}

export function VerifyEmailPage(props: VerifyEmailProps) {
  const { email, password: typed, code: given, isSent = true, onOther } = props
  const [known] = useState(() => awaitedNext.get(email))
  const { goOn } = useNext(known)
  const [isPasswordVoid, setPasswordVoid] = useState(false)
  const text = isPasswordVoid
    ? t('verify.passwordVoid')
    : t(isSent ? 'verify.text' : 'verify.unconfirmed', { email })
  return (
    <Page title={t('verify.title')} narrow>
      <p className="mb-4 text-muted" role="status">
        {text}
      </p>
      {isPasswordVoid ? (
        <SetPassword email={email} />
      ) : (
        <Form
          isNext
          submit={t('verify.submit')}
          to={lyceum.auth.verifyEmail}
          onSubmit={async ({ code = '', password = typed ?? '' }) => {
            const verified = await lyceum.auth.verifyEmail.mutate({ email, password, code })
            awaitedEmail.forget()
            awaitedNext.forget()
            if (verified.resetRequired) return setPasswordVoid(true)
            await lyceum.signIn({ email, password })
            goOn()
          }}
          actions={
            <>
              <ActionButton
                name={isSent ? 'code.sendAgain' : 'code.mailMe'}
                look={isSent ? 'quiet' : 'normal'}
                run={() => lyceum.auth.resendVerification.mutate({ email })}
              />
              {onOther && (
                <Button look="quiet" onClick={onOther}>
                  {t('verify.otherAccount')}
                </Button>
              )}
            </>
          }
        >
          <CodeField defaultValue={given} />
          {typed === undefined && (
            <CurrentPasswordField
              name="password"
              label={t('value.password')}
              hint={t('verify.passwordAgain')}
            />
          )}
        </Form>
      )}
    </Page>
  )
}

export function ResetPasswordPage() {
  const me = useMe()
  const [email, setEmail] = useState<string>()
  if (email !== undefined)
    return (
      <Page title={t('reset.title')} narrow>
        <p className="mb-4 text-muted" role="status">
          {t('reset.sent', { email })}
        </p>
        <SetPassword email={email} />
        <p className="mt-6">
          <Button look="quiet" onClick={() => setEmail(undefined)}>
            {t('reset.otherEmail')}
          </Button>
        </p>
      </Page>
    )
  return (
    <Page title={t('reset.title')} lead={t('reset.text')} narrow>
      <Form
        submit={t('reset.sendCode')}
        to={lyceum.auth.forgotPassword}
        onSubmit={async ({ email = '' }) => {
          await lyceum.auth.forgotPassword.mutate({ email })
          setEmail(email)
        }}
      >
        <EmailField
          key={me?.email}
          defaultValue={me?.email ?? typedEmail.get()}
          onChange={typedEmail.set}
        />
      </Form>
    </Page>
  )
}

/** Sets a new password with the one-time password from the mail, and signs in. */
function SetPassword({ email }: { email: string }) {
  const { goOn } = useNext()
  const [asked, setAsked] = useState<AskedFactor>()
  const [linked, setLinked] = useState<Outputs['auth']['resetPassword']['identities']>([])
  if (linked.length > 0)
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>{t('reset.stillLinked', { names: linked.map(({ title }) => title).join(', ') })}</p>
        <TextLink to="/account">{t('reset.lookAtAccount')}</TextLink>
        <Button look="primary" onClick={goOn}>
          {t('goOn')}
        </Button>
      </div>
    )
  if (asked !== undefined) return <SecondFactorForm asked={asked} onSignedIn={goOn} />
  return (
    <Form
      submit={t('reset.setPassword')}
      to={lyceum.auth.resetPassword}
      onSubmit={async ({ otp = '', newPassword = '', unlinkIdentities }) => {
        const input = { email, otp, newPassword, unlinkIdentities: unlinkIdentities !== undefined }
        const { identities } = await lyceum.auth.resetPassword.mutate(input)
        try {
          await lyceum.signIn({ email, password: newPassword })
        } catch (error) {
          const factor = factorAskedBy(error)
          if (factor === undefined) throw error
          return setAsked(factor)
        }
        if (identities.length > 0) setLinked(identities)
        else goOn()
      }}
    >
      <CodeField name="otp" />
      <NewPasswordField name="newPassword" />
      <Checkbox name="unlinkIdentities" label={t('reset.unlink')} />
    </Form>
  )
}
