import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { EmailField, NewPasswordField } from './fields.tsx'
import { Providers } from './providers.tsx'
import { useNext } from './use-next.ts'
import { VerifyEmail } from './verify-email.tsx'

export function RegisterPage() {
  const { next, goOn } = useNext()
  // In memory only: the code is sent along with the password.
  const [account, setAccount] = useState<{ email: string; password: string }>()
  if (account !== undefined)
    return (
      <Page title={t('verify.title')} narrow>
        <VerifyEmail {...account} onSignedIn={goOn} />
      </Page>
    )
  return (
    <Page title={t('register')} lead={t('register.text')} narrow>
      <Form
        submit={t('register')}
        onSubmit={async ({ name = '', email = '', password = '' }) => {
          await lyceum.auth.register.mutate({ name, email, password })
          setAccount({ email, password })
        }}
      >
        <TextField
          name="name"
          label={t('register.name')}
          hint={t('register.nameHint')}
          autoComplete="name"
          isRequired
        />
        <EmailField />
        <NewPasswordField name="password" label={t('password')} />
      </Form>
      <Providers next={next} />
      <p className="mt-6 text-muted">
        {t('register.hasAccount')}{' '}
        <TextLink to="/sign-in" search={{ next }}>
          {t('signIn')}
        </TextLink>
      </p>
    </Page>
  )
}
