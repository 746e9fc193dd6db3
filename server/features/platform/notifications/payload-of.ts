import type { Notification } from '../../../texts/types.ts'

/**
 * Returns what is kept of a notification to send it again: no email, and no name of somebody else.
 * Undefined where it says nothing without them.
 */
export function payloadOf(notification: Notification): Notification | undefined {
  switch (notification.kind) {
    case 'email-changed':
    case 'account-erased':
    case 'review-requested':
    case 'draft-approved':
    case 'invited':
    // Of that day alone, or long and told in the course.
    case 'reminder':
    case 'announcement':
      return undefined
    // The methods name emails.
    case 'password-changed':
      return { kind: notification.kind }
    default:
      return notification
  }
}
