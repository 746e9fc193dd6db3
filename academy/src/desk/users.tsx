import type { UserSummary } from '@lyceum/sdk'
import { userSort } from '@lyceum/sdk/staff-values'
import { accountRole, language as mailLanguages } from '@lyceum/sdk/values'
import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/session.ts'
import { languageAmong } from '../texts/texts.ts'
import { ListTable, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Named, Status } from '../ui/data/parts.tsx'
import { showDay } from '../ui/format.ts'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { nameOf } from '../ui/names.ts'
import { UserActs } from './acts/acts.tsx'
import { invitationTable } from './invitations.tsx'

const { users } = lyceum.admin

export const userTable: TableOptions<UserSummary> = {
  title: 'users',
  href: ({ id }) => `/desk/users/${id}`,
  columns: {
    name: (user) => <Named {...user} />,
    role: ({ role }) => nameOf(role),
    status: (user) => <Status of={stateOf(user)} />,
    lastSeen: ({ lastSeenAt }) => lastSeenAt && showDay(lastSeenAt),
    created: ({ createdAt }) => showDay(createdAt),
  },
}

function stateOf({ suspendedAt, emailVerifiedAt }: UserSummary) {
  if (suspendedAt !== null) return 'suspended'
  return emailVerifiedAt === null ? 'unverified' : 'verified'
}

export const UsersPage = listPage({
  ...userTable,
  actions: (
    <FormDialog
      name="users.create"
      needs="users:write"
      look="primary"
      to={users.create}
      input={{ language: languageAmong(mailLanguages) }}
      fields={['name', 'email']}
      leadsTo={({ id }) => `/desk/users/${id}`}
    />
  ),
  list: users.list,
  acts: (chosen) => <UserActs chosen={chosen} />,
  sorts: {
    created: { descending: 'newest', ascending: 'oldest' },
    lastSeen: { descending: 'last-seen' },
  },
  input: { sort: 'newest' },
  filters: {
    q: 'text',
    role: accountRole,
    verified: 'flag',
    suspended: 'flag',
    sort: userSort,
  },
  children: <Invited />,
})

/** Places that wait for the email that was looked for: whoever only has those has no account. */
function Invited() {
  const { q = '' }: { q?: unknown } = useSearch({ strict: false })
  const email = String(q).trim()
  if (!useMay()('enrollments:read') || !/^\S+@\S+\.\S+$/.test(email)) return null
  return (
    <ListTable
      {...invitationTable}
      list={lyceum.admin.invitations.list}
      input={{ email }}
      isSection
    />
  )
}
