import { isLyceumError } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { NewPasswordField } from '../../session/fields.tsx'
import { useNext } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { VerifyEmailPage } from './code-pages.tsx'

/**
 * Lets somebody set the password of an account that the school made, or confirm the email of their
 * own with the code of the mail.
 */
export function OwnAccountPage() {
  const { goOn } = useNext()
  // Read once: the address may lose it.
  const [link] = useState(() => new URLSearchParams(location.hash.slice(1)))
  const [isOver, setOver] = useState(false)
  const [email, token, code] = ['email', 'token', 'code'].map((name) => link.get(name))
  if (email && code) return <VerifyEmailPage email={email} code={code} />
  if (!email || !token || isOver)
    return (
      <Page title={t('nav.account')} lead={t(isOver ? 'own.over' : 'own.incomplete')} narrow>
        <div className="flex flex-col items-start gap-4">
          {email && (
            <ActionButton
              name="own.again"
              look="primary"
              run={() => lyceum.auth.resendVerification.mutate({ email })}
            />
          )}
          <TextLink to="/sign-in">{t('signIn')}</TextLink>
        </div>
      </Page>
    )
  return (
    <Page title={t('nav.account')} lead={t('own.text', { email })} narrow>
      <Form
        submit={t('reset.setPassword')}
        to={lyceum.auth.acceptAccount}
        onSubmit={async ({ newPassword = '' }) => {
          try {
            await lyceum.auth.acceptAccount.mutate({ token, newPassword })
          } catch (error) {
            if (isLyceumError(error) && error.name === 'InvalidCode') return setOver(true)
            throw error
          }
          await lyceum.signIn({ email, password: newPassword })
          goOn()
        }}
      >
        <NewPasswordField name="newPassword" />
      </Form>
    </Page>
  )
}
