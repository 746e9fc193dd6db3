import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { showDay } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table.tsx'

export function UsersPage() {
  const query = useInfiniteQuery(infiniteQueryOptions(lyceum.admin.users.list))
  return (
    <Page title={t('desk.users')}>
      <List query={query} empty={t('desk.noUsers')}>
        {(users) => (
          <DataTable
            label={t('desk.users')}
            items={users}
            keyOf={({ id }) => id}
            columns={[
              { id: 'name', title: t('name'), cell: ({ name }) => <bdi>{name}</bdi> },
              { id: 'email', title: t('email'), cell: ({ email }) => <bdi>{email}</bdi> },
              { id: 'role', title: t('role'), cell: ({ role }) => role },
              { id: 'created', title: t('created'), cell: (user) => showDay(user.createdAt) },
            ]}
          />
        )}
      </List>
    </Page>
  )
}
