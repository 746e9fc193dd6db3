import { useState } from 'react'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { Form } from '../ui/forms/form.tsx'
import { CurrentPasswordField, EmailField } from './fields.tsx'
import { type AskedFactor, factorAskedBy, SecondFactorForm } from './second-factor.tsx'
import { useMe } from './session.ts'
import { typedEmail } from './typed-email.ts'

interface SignInFormProps {
  onSignedIn: (user: { id: string }) => void
  /** Gets an error that says more than the password is wrong; returns whether it deals with it. */
  onError?: (error: unknown, login: { email: string; password: string }) => boolean
}

export function SignInForm({ onSignedIn, onError }: SignInFormProps) {
  const [asked, setAsked] = useState<AskedFactor>()
  // After a session has ended, the email is known; else it may be typed on another page.
  const me = useMe()
  const [email] = useState(() => me?.email ?? typedEmail.get())
  if (asked !== undefined) return <SecondFactorForm {...{ asked, onSignedIn }} />
  return (
    <Form
      submit={t('signIn')}
      to={lyceum.auth.login}
      onSubmit={async ({ email = '', password = '' }) => {
        try {
          const { user } = await lyceum.signIn({ email, password })
          onSignedIn(user)
        } catch (error) {
          const factor = factorAskedBy(error)
          if (factor !== undefined) return setAsked(factor)
          if (onError?.(error, { email, password }) !== true) throw error
        }
      }}
    >
      <EmailField defaultValue={email} onChange={typedEmail.set} />
      <CurrentPasswordField name="password" label={t('value.password')} />
    </Form>
  )
}
