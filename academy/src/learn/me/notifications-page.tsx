import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { Page } from '../../ui/page.tsx'
import { NotificationRow } from './notification-row.tsx'

/** Lists what concerns the reader; each leads to its very place, and is read by going there. */
export function NotificationsPage() {
  const query = useList(lyceum.me.notifications, {})
  const [newest] = query.data ?? []
  const hasUnread = query.data?.some(({ readAt }) => readAt === null) ?? false
  return (
    <Page
      narrow
      title={t('notifications.title')}
      actions={
        newest !== undefined &&
        hasUnread && (
          <ActionButton
            name="notifications.readAll"
            run={() =>
              lyceum.me.readNotification.mutate({ notificationId: newest.id, older: true })
            }
          />
        )
      }
    >
      <List
        query={query}
        empty={t('notifications.none')}
        className="flex flex-col"
        each={(notification) => <NotificationRow notification={notification} />}
      />
    </Page>
  )
}
