import type { UserDetails } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useMay } from '../permissions.ts'
import { roles } from './users-page.tsx'

const { users } = lyceum.admin

export function UserActions({ user }: { user: UserDetails }) {
  const may = useMay()
  const me = useMe()
  const { id: userId, role, suspendedAt, emailVerifiedAt } = user
  const maySuspend = userId !== me?.id && (role === 'learner' || may('roles:write'))
  if (!may('users:write')) return null
  return (
    <>
      {emailVerifiedAt === null && (
        <ActionButton name="users.resend" run={() => users.resendVerification.mutate({ userId })} />
      )}
      <FormDialog
        name="users.rename"
        kinds={{ name: 'text!' }}
        of={user}
        send={({ name }) => users.rename.mutate({ userId, name })}
      />
      {may('roles:write') && (
        <FormDialog
          name="users.setRole"
          kinds={{ role: roles }}
          of={user}
          send={({ role }) => users.setRole.mutate({ userId, role })}
        />
      )}
      {suspendedAt !== null && (
        <ActionButton name="users.reinstate" run={() => users.reinstate.mutate({ userId })} />
      )}
      {suspendedAt === null && maySuspend && (
        <FormDialog
          name="users.suspend"
          look="danger"
          kinds={{ reason: 'long!' }}
          send={({ reason }) => users.suspend.mutate({ userId, reason })}
        />
      )}
    </>
  )
}
