import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { Form, TextField } from '../ui/form.tsx'

/** Email and password. An error that says more than the password is wrong goes to `onError`. */
export function SignInForm({
  email,
  onSignedIn,
  onError,
}: {
  email?: string
  onSignedIn: (user: { id: string }) => void
  /** Returns whether it deals with the error. */
  onError?: (error: unknown, login: { email: string; password: string }) => boolean
}) {
  return (
    <Form
      submit={t('signIn')}
      onSubmit={async ({ email = '', password = '' }) => {
        try {
          const { user } = await lyceum.signIn({ email, password })
          onSignedIn(user)
        } catch (error) {
          if (onError?.(error, { email, password }) !== true) throw error
        }
      }}
    >
      <TextField
        name="email"
        type="email"
        label={t('field.email')}
        autoComplete="username"
        isRequired
        defaultValue={email}
      />
      <TextField
        name="password"
        type="password"
        label={t('password')}
        autoComplete="current-password"
        isRequired
      />
    </Form>
  )
}
