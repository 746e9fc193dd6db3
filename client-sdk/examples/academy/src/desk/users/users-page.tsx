import type { UserSummary } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { language } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { ListPage, type TableOptions } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { useMay } from '../permissions.ts'

const { users } = lyceum.admin
export const roles = ['learner', 'support', 'finance', 'admin'] as const

export const userColumns: TableOptions<UserSummary>['columns'] = {
  name: (user) => <Named {...user} />,
  role: ({ role }) => nameOf(role),
  status: (user) => <Status of={stateOf(user)} />,
  lastSeen: ({ lastSeenAt }) => lastSeenAt && showDay(lastSeenAt),
  created: ({ createdAt }) => showDay(createdAt),
}

export function UsersPage() {
  const may = useMay()
  return (
    <ListPage
      title="users"
      actions={may('users:write') && <CreateUser />}
      list={users.list}
      input={{ sort: 'newest' }}
      filters={{
        q: 'text',
        role: roles,
        verified: 'flag',
        suspended: 'flag',
        sort: ['newest', 'oldest', 'last-seen'],
      }}
      href={({ id }) => `/desk/users/${id}`}
      columns={userColumns}
    />
  )
}

function stateOf({ suspendedAt, emailVerifiedAt }: UserSummary) {
  if (suspendedAt !== null) return 'suspended'
  return emailVerifiedAt === null ? 'unverified' : 'verified'
}

function CreateUser() {
  const navigate = useNavigate()
  return (
    <FormDialog
      name="users.create"
      look="primary"
      kinds={{ name: 'text!', email: 'email!' }}
      send={async (values) => {
        const { id } = await users.create.mutate({ ...values, language })
        await navigate({ to: '/desk/users/$id', params: { id } })
      }}
    />
  )
}
