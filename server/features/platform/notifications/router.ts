import { Empty } from '../../../../lib/schema.ts'
import { userProcedure } from '../../../trpc.ts'
import { getUnread, listNotifications, markRead } from './read-notifications.ts'
import * as schema from './schema.ts'

export const notificationProcedures = {
  notifications: userProcedure
    .meta({
      route: 'GET /api/v1/me/notifications',
      summary: 'List what concerns you, newest first',
      noStore: true,
      description:
        'Your newest 200 of the last 90 days. Most of them are mailed, too, as `newsByMail` of ' +
        'your profile says; what protects your account is mailed alone.',
    })
    .input(schema.ListNotificationsInput)
    .output(schema.NotificationList)
    .query(({ ctx, input }) => listNotifications(ctx, input)),

  unreadNotifications: userProcedure
    .meta({
      route: 'GET /api/v1/me/notifications/unread',
      summary: 'Count what you have not read',
      noStore: true,
      description: 'Ask for it when your page comes to the front, and at most once a minute.',
    })
    .input(Empty)
    .output(schema.UnreadNotifications)
    .query(({ ctx }) => getUnread(ctx)),

  readNotification: userProcedure
    .meta({
      route: 'POST /api/v1/me/notifications/{notificationId}/read',
      summary: 'Mark a notification as read, or it and all before it',
      description: 'Counts on all your devices. Answers how many are left.',
      repeatable: true,
      errors: ['NotificationNotFound'],
    })
    .input(schema.MarkReadInput)
    .output(schema.UnreadNotifications)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
}
