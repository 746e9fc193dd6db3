import type { UserDetails, UserSummary } from '@lyceum/sdk'
import { accountRole, userSort } from '@lyceum/sdk/values'
import { lyceum } from '../lyceum.ts'
import { useMay, useMe } from '../session/session.ts'
import { language, t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { detailPage, ListTable, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Named, Status, Tabs } from '../ui/data/parts.tsx'
import { showDay, showInstant, showLanguage } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { nameOf } from '../ui/names.ts'
import { auditTable } from './audit.tsx'
import { certificateTable } from './certificates.tsx'
import { enrollmentTable } from './enrollments.tsx'
import { transactionTable } from './transactions.tsx'

const { users } = lyceum.admin

const userTable: TableOptions<UserSummary> = {
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
      input={{ language }}
      fields={['name', 'email']}
      leadsTo={({ id }) => `/desk/users/${id}`}
    />
  ),
  list: users.list,
  input: { sort: 'newest' },
  filters: {
    q: 'text',
    role: accountRole,
    verified: 'flag',
    suspended: 'flag',
    sort: userSort,
  },
})

export const UserPage = detailPage({
  get: users.get,
  input: ({ id }) => ({ userId: id }),
  title: ({ name }) => name,
  actions: (user) => <UserActions {...user} />,
  columns: userTable.columns,
  more: ({ suspension, language, signsInWith }) => ({
    reason: suspension?.reason,
    mailLanguage: showLanguage(language),
    signsInWith: signsInWith.map((one) => nameOf(one)).join(', '),
  }),
  children: (user) => <UserLists {...user} />,
})

function UserActions(user: UserDetails) {
  const may = useMay()
  const me = useMe()
  const { id: userId, mayChange, suspendedAt, emailVerifiedAt } = user
  if (!may('users:write')) return null
  return (
    <>
      {emailVerifiedAt === null && (
        <ActionButton name="users.resend" run={() => users.resendVerification.mutate({ userId })} />
      )}
      {mayChange && (
        <FormDialog
          name="users.rename"
          to={users.rename}
          input={{ userId }}
          fields={['name']}
          of={user}
        />
      )}
      <FormDialog
        name="users.setRole"
        needs="roles:write"
        to={users.setRole}
        input={{ userId }}
        fields={['role']}
        defaults={user}
      />
      {mayChange && suspendedAt !== null && (
        <ActionButton name="users.reinstate" run={() => users.reinstate.mutate({ userId })} />
      )}
      {mayChange && suspendedAt === null && userId !== me?.id && (
        <FormDialog
          name="users.suspend"
          look="danger"
          to={users.suspend}
          input={{ userId }}
          fields={['reason']}
        />
      )}
    </>
  )
}

/** Shows one list of an account at a time, because reading purchases is recorded. */
function UserLists({ id: userId, mayChange, counts }: UserDetails) {
  const may = useMay()
  const of = { input: { userId } }
  return (
    <Tabs
      tabs={[
        may('enrollments:read') && {
          title: `${t('enrollments')} (${counts.enrollments})`,
          content: () => <ListTable {...enrollmentTable} {...of} list={users.enrollments} />,
        },
        may('money:read') && {
          title: `${t('transactions')} (${counts.purchases})`,
          content: () => <ListTable {...transactionTable} {...of} list={users.purchases} />,
        },
        may('certificates:read') && {
          title: `${t('field.certificates')} (${counts.certificates})`,
          content: () => <ListTable {...certificateTable} {...of} list={users.certificates} />,
        },
        {
          title: `${t('sessions')} (${counts.sessions})`,
          content: () => (
            <ListTable
              title="sessions"
              list={users.sessions}
              input={{ userId }}
              actions={
                mayChange && (
                  <ConfirmButton
                    name="sessions.endAll"
                    needs="users:write"
                    run={() => users.endSessions.mutate({ userId })}
                  />
                )
              }
              columns={{
                device: ({ device }) => device && <bdi>{device}</bdi>,
                ip: ({ ip }) => ip,
                created: ({ createdAt }) => showInstant(createdAt),
                lastUsed: ({ lastUsedAt }) => showInstant(lastUsedAt),
              }}
              buttons={({ id: sessionId }, close) =>
                mayChange && (
                  <ActionButton
                    name="sessions.endOne"
                    needs="users:write"
                    run={() => users.endSession.mutate({ userId, sessionId }).then(close)}
                  />
                )
              }
            />
          ),
        },
        {
          title: t('audit'),
          content: () => <ListTable {...auditTable} {...of} list={users.audit} />,
        },
      ]}
    />
  )
}
