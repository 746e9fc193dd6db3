import { isLyceumError } from '@lyceum/sdk'
import { useState } from 'react'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { t } from '../../texts/texts.ts'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { Providers } from './providers.tsx'
import { useNext } from './use-next.ts'
import { VerifyEmail } from './verify-email.tsx'

export function SignInPage() {
  const { next, goOn } = useNext()
  const [unverified, setUnverified] = useState<{ email: string; password: string }>()
  if (unverified !== undefined)
    return (
      <Page title={t('verify.title')} narrow>
        <VerifyEmail {...unverified} onSignedIn={goOn} />
      </Page>
    )
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
      <Providers next={next} />
      <p className="mt-6 text-muted">
        {t('signIn.noAccount')}{' '}
        <TextLink to="/register" search={{ next }}>
          {t('register')}
        </TextLink>
      </p>
    </Page>
  )
}
