import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { CodeField } from './fields.tsx'
import { SetPassword } from './set-password.tsx'

interface VerifyEmailProps {
  email: string
  /** Shows that whoever registered owns the mailbox, too. */
  password: string
  onSignedIn: () => void
}

/** Asks for the mailed code, and signs in. */
export function VerifyEmail({ email, password, onSignedIn }: VerifyEmailProps) {
  const [isPasswordVoid, setPasswordVoid] = useState(false)
  const resend = useMutation({
    ...mutationOptions(lyceum.auth.resendVerification),
    meta: { done: t('code.sentAgain'), changesNothingElse: true },
  })
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
          <Button
            look="quiet"
            isPending={resend.isPending}
            onClick={() => resend.mutate({ email })}
          >
            {t('code.sendAgain')}
          </Button>
        }
      >
        <CodeField name="code" label={t('code.label')} />
      </Form>
    </>
  )
}
