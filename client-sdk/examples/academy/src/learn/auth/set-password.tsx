import type { Outputs } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { CodeField, NewPasswordField } from './fields.tsx'

/** A new password, with the one-time password from the mail; signs in with it. */
export function SetPassword({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const [linked, setLinked] = useState<Outputs['auth']['resetPassword']['identities']>([])
  if (linked.length > 0)
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <p>{t('reset.stillLinked', { names: linked.map(({ title }) => title).join(', ') })}</p>
        <TextLink to="/account">{t('reset.lookAtAccount')}</TextLink>
        <Button look="primary" onClick={onSignedIn}>
          {t('goOn')}
        </Button>
      </div>
    )
  return (
    <Form
      submit={t('reset.setPassword')}
      onSubmit={async ({ otp = '', newPassword = '', unlinkIdentities }) => {
        const input = { email, otp, newPassword, unlinkIdentities: unlinkIdentities !== undefined }
        const { identities } = await lyceum.auth.resetPassword.mutate(input)
        await lyceum.signIn({ email, password: newPassword })
        if (identities.length > 0) setLinked(identities)
        else onSignedIn()
      }}
    >
      <CodeField name="otp" />
      <NewPasswordField name="newPassword" />
      <Checkbox name="unlinkIdentities" label={t('reset.unlink')} />
    </Form>
  )
}
