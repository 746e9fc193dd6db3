import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/link.tsx'
import { CodeField, CurrentPasswordField, EmailField, NewPasswordField } from '../auth/fields.tsx'

export function PasswordChange() {
  return (
    <Form
      submit={t('account.changePassword')}
      done={t('account.passwordChanged')}
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

export function EmailChange({ email }: { email: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <bdi>{email}</bdi>
      <DialogButton label={t('email.change')}>
        {(close) => <EmailChangeSteps email={email} onDone={close} />}
      </DialogButton>
    </div>
  )
}

/** A code to each of the two mailboxes proves that both are the reader's. */
function EmailChangeSteps({ email, onDone }: { email: string; onDone: () => void }) {
  const [newEmail, setNewEmail] = useState<string>()
  if (newEmail === undefined)
    return (
      <Form
        submit={t('email.sendCodes')}
        onSubmit={async ({ newEmail = '', password = '' }) => {
          await lyceum.me.requestEmailChange.mutate({ newEmail, password })
          setNewEmail(newEmail)
        }}
      >
        <p className="text-muted">{t('email.changeText')}</p>
        <EmailField name="newEmail" label={t('email.new')} autoComplete="email" />
        <CurrentPasswordField name="password" />
      </Form>
    )
  return (
    <Form
      key="codes"
      submit={t('email.change')}
      done={t('email.changed')}
      onSubmit={async ({ oldCode = '', newCode = '' }) => {
        await lyceum.me.confirmEmailChange.mutate({ oldCode, newCode })
        onDone()
      }}
      actions={
        <Button look="quiet" onClick={() => setNewEmail(undefined)}>
          {t('reset.otherEmail')}
        </Button>
      }
    >
      <CodeField name="oldCode" label={t('email.codeTo', { email })} />
      <CodeField name="newCode" label={t('email.codeTo', { email: newEmail })} />
    </Form>
  )
}
