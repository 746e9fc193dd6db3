// Generated from server/features/platform/events/event-types.ts by `npm run generate`. Do not edit.

export type { LyceumEvent } from './router.ts'

/** The types of events that this release knows; a later server may send others. */
export const eventTypes = [
  'user.registered',
  'user.verified',
  'user.suspended',
  'user.reinstated',
  'user.erased',
  'enrollment.started',
  'enrollment.ended',
  'enrollment.moved',
  'attempt.submitted',
  'submission.received',
  'submission.graded',
  'lesson.passed',
  'lesson.completed',
  'course.completed',
  'program.completed',
  'transaction.paid',
  'transaction.fulfilled',
  'transaction.refunded',
  'transaction.disputed',
  'certificate.issued',
  'certificate.reissued',
  'certificate.revoked',
  'certificate.reinstated',
  'certificate.expired',
  'course.published',
] as const
