import type { UserDetails } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showInstant, showLanguage } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { Tabs } from '../../ui/parts.tsx'
import { auditTable } from '../audit/audit-page.tsx'
import { certificateTable } from '../certificates/certificates-page.tsx'
import { enrollmentTable } from '../enrollments/enrollments-page.tsx'
import { useMay } from '../permissions.ts'
import { transactionTable } from '../transactions/transactions-page.tsx'
import { UserActions } from './user-actions.tsx'
import { userColumns } from './users-page.tsx'

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
