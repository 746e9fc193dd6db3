import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { t } from '../../texts/texts.ts'
import { TextLink } from '../../ui/link.tsx'
import { NotificationRow } from '../me/notification-row.tsx'
import { Box } from './box.tsx'

/** Shows the newest of what concerns the reader, as long as they have not read it. */
export function News() {
  const { data } = useQuery(kept(queryOptions(lyceum.me.notifications, { limit: 4 })))
  const unread = data?.items.filter(({ readAt }) => readAt === null) ?? []
  if (unread.length === 0) return null
  return (
    <Box
      title={t('notifications.title')}
      more={<TextLink to="/notifications">{t('notifications.all')}</TextLink>}
    >
      <ul>
        {unread.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} />
          </li>
        ))}
      </ul>
    </Box>
  )
}
