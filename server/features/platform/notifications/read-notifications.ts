import {
  countUnread,
  deleteNotificationsBefore,
  listNotifications as listRows,
  markRead as markRows,
  type NotificationRow,
} from '../../../../db/queries/platform/notifications.ts'
import { firstIdAt } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type {
  ListNotificationsInput,
  MarkReadInput,
  Notification,
  NotificationList,
  UnreadNotifications,
} from './schema.ts'

const millisecondsKept = 90 * 86_400_000

export async function listNotifications(
  { db, user }: UserContext,
  page: ListNotificationsInput,
): Promise<NotificationList> {
  const range = { before: startOf(page), limit: page.limit + 1 }
  return toPage(await listRows(db, { userId: user.id, ...range }), page.limit, toNotification)
}

export async function getUnread({ db, user }: UserContext): Promise<UnreadNotifications> {
  return { unread: await countUnread(db, user.id) }
}

/**
 * Marks it as read on all devices. Repeating it changes nothing.
 * @throws NotificationNotFound
 */
export async function markRead(
  ctx: UserContext,
  { notificationId: id, older }: MarkReadInput,
): Promise<UnreadNotifications> {
  const isThere = await markRows(ctx.db, { userId: ctx.user.id, id, older, at: ctx.now() })
  if (!isThere) throw new AppError('NotificationNotFound')
  return getUnread(ctx)
}

export async function forgetNotifications({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteNotificationsBefore(db, firstIdAt(new Date(now().getTime() - millisecondsKept)))
}

export function toNotification({
  facts,
  createdAt,
  readAt,
  ...row
}: NotificationRow): Notification {
  const { title = null, lesson = null, day = null, done = null } = facts
  const { version = null, role = null, amount = null, count = null } = facts
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
    ...{ title, lesson, day, done, version, role, amount, count },
  }
}
