import {
  type NotificationFacts,
  notificationKinds,
} from '../../../../db/schema/platform/notifications.ts'
import type { Notification } from '../../../texts/types.ts'

export type ListedKind = (typeof notificationKinds)[number]
/** A notification that the academy lists, too. */
export type ListedNotification = Extract<Notification, { kind: ListedKind }>

/**
 * Whether the academy lists it. What protects an account is mailed alone: whoever has taken it over
 * could mark that as read.
 */
export function isListed(notification: Notification): notification is ListedNotification {
  return notificationKinds.some((kind) => kind === notification.kind)
}

/** Returns what is listed of it: no text that somebody wrote, and no name of a person. */
export function factsOf(told: ListedNotification): NotificationFacts {
  switch (told.kind) {
    case 'submission-graded':
    case 'submission-returned':
    case 'question-asked':
    case 'question-answered':
    case 'report-settled':
      return { title: told.title, lesson: told.lesson }
    case 'lesson-marked':
      return { title: told.title, lesson: told.lesson, done: told.done }
    case 'extension-granted':
    case 'extension-revoked':
      return { title: told.title, lesson: told.lesson, day: told.dueOn }
    case 'course-moved':
      return { title: told.title, version: told.version, done: told.isCompleted }
    case 'certificate-ready':
      return { title: told.title, done: told.replaces ?? false }
    case 'certificate-expiry':
      return { title: told.title, day: told.lastDay, done: told.hasExpired }
    case 'member-added':
      return { title: told.title, role: told.role }
    case 'payment-received':
      return { amount: told.total }
    case 'refund-made':
      return { title: told.title, amount: told.amount }
    case 'reminder':
      return { count: told.due.length + told.overdue.length + told.unseen.length + told.more }
    default:
      return { title: told.title }
  }
}
