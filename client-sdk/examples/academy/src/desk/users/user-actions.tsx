import type { UserDetails } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { SelectField } from '../../ui/form.tsx'
import { Field, Reason } from '../kit/fields.tsx'
import { nameOf } from '../kit/names.ts'
import { useMay } from '../permissions.ts'
import { roles } from './users-page.tsx'

const { users } = lyceum.admin

export function UserActions({ user }: { user: UserDetails }) {
  const may = useMay()
  const me = useMe()
  const { id: userId, name, role, suspendedAt, emailVerifiedAt } = user
  const maySuspend = userId !== me?.id && (role === 'learner' || may('roles:write'))
  const setRole = (chosen?: string) =>
    users.setRole.mutate({ userId, role: roles.find((one) => one === chosen) ?? role })
  if (!may('users:write')) return null
  return (
    <>
      {emailVerifiedAt === null && (
        <ActionButton name="users.resend" run={() => users.resendVerification.mutate({ userId })} />
      )}
      <FormDialog
        name="users.rename"
        send={({ name = '' }) => users.rename.mutate({ userId, name })}
      >
        <Field name="name" value={name} required />
      </FormDialog>
      {may('roles:write') && (
        <FormDialog name="users.setRole" send={({ role }) => setRole(role)}>
          <SelectField
            name="role"
            label={t('role')}
            defaultValue={role}
            options={Object.fromEntries(roles.map((one) => [one, nameOf(one)]))}
          />
        </FormDialog>
      )}
      {suspendedAt !== null && (
        <ActionButton name="users.reinstate" run={() => users.reinstate.mutate({ userId })} />
      )}
      {suspendedAt === null && maySuspend && (
        <FormDialog
          name="users.suspend"
          look="danger"
          send={({ reason = '' }) => users.suspend.mutate({ userId, reason })}
        >
          <Reason />
        </FormDialog>
      )}
    </>
  )
}
