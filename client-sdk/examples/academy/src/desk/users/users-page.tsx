import type { UserSummary } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { language } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/actions.tsx'
import { showDay } from '../../ui/format.ts'
import { Field } from '../kit/fields.tsx'
import { nameOf } from '../kit/names.ts'
import { ListPage, type TableOptions } from '../kit/pages.tsx'
import { Named, Status } from '../kit/parts.tsx'
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
  const create = async (name: string, email: string) => {
    const { id } = await users.create.mutate({ name, email, language })
    await navigate({ to: '/desk/users/$id', params: { id } })
  }
  return (
    <FormDialog
      name="users.create"
      look="primary"
      send={({ name = '', email = '' }) => create(name, email)}
    >
      <Field name="name" required />
      <Field name="email" type="email" required />
    </FormDialog>
  )
}
