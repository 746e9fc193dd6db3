import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { EmailField } from './fields.tsx'
import { SetPassword } from './set-password.tsx'
import { useNext } from './use-next.ts'

export function ResetPasswordPage() {
  const { goOn } = useNext()
  const me = useMe()
  const [email, setEmail] = useState<string>()
  if (email !== undefined)
    return (
      <Page title={t('reset.title')} narrow>
        <p className="mb-4 text-muted" role="status">
          {t('reset.sent', { email })}
        </p>
        <SetPassword email={email} onSignedIn={goOn} />
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
        onSubmit={async ({ email = '' }) => {
          await lyceum.auth.forgotPassword.mutate({ email })
          setEmail(email)
        }}
      >
        <EmailField key={me?.email} defaultValue={me?.email} />
      </Form>
    </Page>
  )
}
