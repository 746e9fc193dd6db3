import type { Notification } from '../../../texts/types.ts'

/**
 * Returns what is stored of a notification to send it again: no email, and no name of somebody
 * else. Undefined if it is meaningless without them.
 */
export function payloadOf(notification: Notification): Notification | undefined {
  switch (notification.kind) {
    case 'email-changed':
    case 'account-erased':
    case 'review-requested':
    case 'draft-approved':
    case 'changes-requested':
    case 'invited':
    // Skips what is for that day only, or long and told in the course.
    case 'reminder':
    case 'announcement':
    case 'digest':
      return undefined
    // Leaves out the methods, which name emails.
    case 'password-changed':
      return { kind: notification.kind }
    default:
      return notification
  }
}
