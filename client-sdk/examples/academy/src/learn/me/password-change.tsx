import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { NewPasswordField } from '../auth/fields.tsx'

export function PasswordChange() {
  const change = useMutation({
    ...mutationOptions(lyceum.me.changePassword),
    meta: { done: t('account.passwordChanged'), showsErrors: true },
  })
  return (
    <Form
      submit={t('account.changePassword')}
      look="normal"
      onSubmit={async ({ currentPassword = '', newPassword = '' }, form) => {
        await change.mutateAsync({ currentPassword, newPassword })
        form.reset()
      }}
      actions={
        <TextLink to="/reset-password" search={{ next: '/account' }}>
          {t('account.noPassword')}
        </TextLink>
      }
    >
      <TextField
        name="currentPassword"
        type="password"
        label={t('password.current')}
        autoComplete="current-password"
        isRequired
      />
      <NewPasswordField name="newPassword" label={t('password.new')} />
    </Form>
  )
}
