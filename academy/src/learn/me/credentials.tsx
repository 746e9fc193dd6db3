import { lyceum } from '../../lyceum.ts'
import {
  CodeField,
  CurrentPasswordField,
  EmailField,
  NewPasswordField,
} from '../../session/fields.tsx'
import { t } from '../../texts/texts.ts'
import { Form } from '../../ui/forms/form.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { TextLink } from '../../ui/link.tsx'

export function PasswordChange() {
  return (
    <Form
      submit={t('account.changePassword')}
      done={t('account.passwordChanged')}
      to={lyceum.me.changePassword}
      look="normal"
      onSubmit={async ({ currentPassword = '', newPassword = '' }, form) => {
        await lyceum.me.changePassword.mutate({ currentPassword, newPassword })
        form.reset()
      }}
      actions={
        <TextLink to="/reset-password" search={{ next: '/account' }}>
          {t('account.noPassword')}
        </TextLink>
      }
    >
      <CurrentPasswordField name="currentPassword" />
      <NewPasswordField name="newPassword" />
    </Form>
  )
}

/** Changes the email with a code to each mailbox, to prove that the reader owns both. */
export function EmailChange({ email }: { email: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <bdi>{email}</bdi>
      <FormDialog
        name="email.sendCodes"
        label={t('email.change')}
        to={lyceum.me.requestEmailChange}
        without={['newEmail', 'password']}
        send={async (_, { newEmail = '', password = '' }) => {
          await lyceum.me.requestEmailChange.mutate({ newEmail, password })
          return newEmail
        }}
        result={(newEmail, close) => (
          <Form
            submit={t('email.change')}
            done={t('email.changed')}
            to={lyceum.me.confirmEmailChange}
            onSubmit={async ({ oldCode = '', newCode = '' }) => {
              await lyceum.me.confirmEmailChange.mutate({ oldCode, newCode })
              close()
            }}
          >
            <CodeField name="oldCode" label={t('email.codeTo', { email })} />
            <CodeField name="newCode" label={t('email.codeTo', { email: newEmail })} />
          </Form>
        )}
      >
        <EmailField name="newEmail" label={t('email.new')} autoComplete="email" />
        <CurrentPasswordField name="password" />
      </FormDialog>
    </div>
  )
}
