import { counted } from '../counted.ts'

export const news = {
  'notifications.title': 'Notifications',
  'notifications.all': 'All notifications',
  'notifications.readAll': 'Mark all as read',
  'notifications.none': 'Nothing new yet. What happens in your courses appears here.',
  'notifications.unread': 'Unread:',
  'notifications.other': 'There is news for you.',
  'notification.reminder': counted('1 thing waits for you', '# things wait for you'),
  'notification.course-enrolled': ({ title }: { title: string }) =>
    `You are enrolled in “${title}”`,
  'notification.submission-graded': ({ lesson }: { lesson: string }) => `“${lesson}” is graded`,
  'notification.submission-returned': ({ lesson }: { lesson: string }) =>
    `“${lesson}” was returned for another try`,
  'notification.announcement': ({ title }: { title: string }) => `New announcement in “${title}”`,
  'notification.question-asked': ({ lesson }: { lesson: string }) =>
    `New question about “${lesson}”`,
  'notification.question-answered': ({ lesson }: { lesson: string }) =>
    `Your question about “${lesson}” has an answer`,
  'notification.report-settled': ({ lesson }: { lesson: string }) =>
    `What you reported about “${lesson}” was looked at`,
  'notification.progress-reset': ({ title }: { title: string }) =>
    `Your progress in “${title}” was reset`,
  'notification.lesson-marked': ({ lesson }: { lesson: string }) => `“${lesson}” is open again`,
  'notification.lesson-marked.done': ({ lesson }: { lesson: string }) =>
    `“${lesson}” is marked as done`,
  'notification.extension-granted': ({ day, lesson }: { day: string; lesson: string }) =>
    `You have until ${day} for “${lesson}”`,
  'notification.extension-revoked': ({ lesson, day }: { lesson: string; day: string }) =>
    `“${lesson}” is due on ${day} again`,
  'notification.course-moved': ({ version, title }: { version: number; title: string }) =>
    `You are now on version ${version} of “${title}”`,
  'notification.course-moved.done': ({ version, title }: { version: number; title: string }) =>
    `With version ${version} you have completed “${title}”`,
  'notification.certificate-ready': ({ title }: { title: string }) =>
    `Your certificate for “${title}” is ready`,
  'notification.certificate-ready.done': ({ title }: { title: string }) =>
    `A new certificate for “${title}” replaces the one you had`,
  'notification.certificate-expiry': ({ title, day }: { title: string; day: string }) =>
    `Your certificate for “${title}” is valid until ${day}`,
  'notification.certificate-expiry.done': ({ title }: { title: string }) =>
    `Your certificate for “${title}” has expired`,
  'notification.member-added': ({ title }: { title: string }) => `You can now work on “${title}”`,
  'notification.review-requested': ({ title }: { title: string }) => `Please review “${title}”`,
  'notification.draft-approved': ({ title }: { title: string }) =>
    `The draft of “${title}” is approved`,
  'notification.changes-requested': ({ title }: { title: string }) =>
    `The draft of “${title}” needs changes`,
  'notification.payment-received': ({ amount }: { amount: string }) =>
    `Your payment of ${amount} has arrived`,
  'notification.refund-made': ({ amount }: { amount: string }) => `We refunded you ${amount}`,
}
