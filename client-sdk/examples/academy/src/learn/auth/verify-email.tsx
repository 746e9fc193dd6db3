import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Form } from '../../ui/form.tsx'
import { CodeField } from './fields.tsx'
import { SetPassword } from './set-password.tsx'

interface VerifyEmailProps {
  email: string
  /** Shows that whoever registered owns the mailbox, too. */
  password: string
  onSignedIn: () => void
}

export function VerifyEmail({ email, password, onSignedIn }: VerifyEmailProps) {
  const [isPasswordVoid, setPasswordVoid] = useState(false)
  if (isPasswordVoid)
    return (
      <>
        <p className="mb-4 text-muted">{t('verify.passwordVoid')}</p>
        <SetPassword email={email} onSignedIn={onSignedIn} />
      </>
    )
  return (
    <>
      <p className="mb-4 text-muted" role="status">
        {t('verify.text', { email })}
      </p>
      <Form
        submit={t('verify.submit')}
        onSubmit={async ({ code = '' }) => {
          const verified = await lyceum.auth.verifyEmail.mutate({ email, password, code })
          if (verified.resetRequired) return setPasswordVoid(true)
          await lyceum.signIn({ email, password })
          onSignedIn()
        }}
        actions={
          <ActionButton
            name="code.sendAgain"
            look="quiet"
            run={() => lyceum.auth.resendVerification.mutate({ email })}
          />
        }
      >
        <CodeField />
      </Form>
    </>
  )
}
