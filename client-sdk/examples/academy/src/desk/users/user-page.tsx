import type { UserDetails } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showInstant, showLanguage } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { Tabs } from '../../ui/parts.tsx'
import { auditTable } from '../audit/audit-page.tsx'
import { certificateTable } from '../certificates/certificates-page.tsx'
import { enrollmentTable } from '../enrollments/enrollments-page.tsx'
import { useMay } from '../permissions.ts'
import { transactionTable } from '../transactions/transactions-page.tsx'
import { roles, userColumns } from './users-page.tsx'

const { users } = lyceum.admin

export function UserPage() {
  return (
    <DetailPage
      get={users.get}
      input={({ id }) => ({ userId: id })}
      title={({ name }) => name}
      actions={(user) => <UserActions user={user} />}
      columns={userColumns}
      more={({ suspension, language, signsInWith }) => ({
        reason: suspension?.reason,
        mailLanguage: showLanguage(language),
        signsInWith: signsInWith.map((one) => nameOf(one)).join(', '),
      })}
    >
      {(user) => <UserLists user={user} />}
    </DetailPage>
  )
}

/** All that an account has, a list at a time: who reads purchases is recorded. */
function UserLists({ user: { id: userId, counts } }: { user: UserDetails }) {
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
          title: `${t('certificates')} (${counts.certificates})`,
          content: () => <ListTable {...certificateTable} {...of} list={users.certificates} />,
        },
        {
          title: `${t('sessions')} (${counts.sessions})`,
          content: () => <Sessions userId={userId} />,
        },
        {
          title: t('audit'),
          content: () => <ListTable {...auditTable} {...of} list={users.audit} />,
        },
      ]}
    />
  )
}

function Sessions({ userId }: { userId: string }) {
  const may = useMay()
  const endAll = (
    <ConfirmButton name="sessions.endAll" run={() => users.endSessions.mutate({ userId })} />
  )
  return (
    <ListTable
      title="sessions"
      list={users.sessions}
      input={{ userId }}
      beside={may('users:write') && endAll}
      columns={{
        device: ({ device }) => device && <bdi>{device}</bdi>,
        ip: ({ ip }) => ip,
        created: ({ createdAt }) => showInstant(createdAt),
        lastUsed: ({ lastUsedAt }) => showInstant(lastUsedAt),
      }}
      buttons={({ id: sessionId }, close) =>
        may('users:write') && (
          <ActionButton
            name="sessions.endOne"
            run={() => users.endSession.mutate({ userId, sessionId }).then(close)}
          />
        )
      }
    />
  )
}

function UserActions({ user }: { user: UserDetails }) {
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
