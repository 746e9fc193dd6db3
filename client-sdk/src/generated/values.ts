// Generated from docs/openapi.json by `npm run generate`. Do not edit.

export const accountRole = ['learner', 'admin', 'support', 'finance'] as const
export const adminPermission = [
  'users:read',
  'users:write',
  'sign-ins:write',
  'roles:write',
  'enrollments:read',
  'enrollments:write',
  'reports:read',
  'money:read',
  'money:write',
  'refunds:write',
  'certificates:read',
  'certificates:write',
  'courses:create',
  'courses:own',
  'work:read',
  'work:write',
  'audit:read',
  'api-keys:write',
  'events:read',
  'settings:write',
  'webhooks:write',
] as const
export const agendaKind = ['opens', 'due'] as const
export const announcementAudience = ['all', 'cohort', 'stuck', 'chosen'] as const
export const attemptStatus = ['open', 'waiting', 'graded', 'returned'] as const
export const catalogueFee = ['free', 'paid'] as const
export const catalogueKind = ['course', 'program', 'all'] as const
export const catalogueSort = ['newest', 'title', 'price', 'popular', 'relevance'] as const
export const certificateStatus = ['issued', 'revoked', 'superseded'] as const
export const checkoutProvider = ['sandbox', 'stripe', 'none'] as const
export const couponRefusal = [
  'CouponNotFound',
  'CouponExpired',
  'CouponUsedUp',
  'CouponNotApplicable',
] as const
export const courseCertificateStatus = ['issued', 'revoked'] as const
export const courseHtml = ['none', 'basic'] as const
export const courseKind = ['course', 'program'] as const
export const courseLessonQuestions = ['none', 'named', 'anonymous'] as const
export const courseLevel = ['beginner', 'intermediate', 'advanced'] as const
export const enrollmentSource = ['transaction', 'administrator', 'program'] as const
export const enrollmentStatus = ['active', 'ended'] as const
export const flawKind = ['typo', 'wrong-answer', 'broken-link', 'unclear', 'other'] as const
export const flawOutcome = ['mended', 'no-flaw'] as const
export const gradedType = ['quiz', 'assignment'] as const
export const language = ['en', 'de'] as const
export const learnerStatus = ['active', 'completed', 'left', 'ended'] as const
export const lessonType = [
  'text',
  'video',
  'file',
  'link',
  'quiz',
  'assignment',
  'course',
] as const
export const lockCode = ['LessonBefore', 'Requires', 'NeedsPass', 'NotYet'] as const
export const memberRole = ['owner', 'author', 'reviewer', 'grader', 'teacher'] as const
export const newsMail = ['at-once', 'daily', 'none'] as const
export const notificationKind = [
  'course-enrolled',
  'submission-graded',
  'submission-returned',
  'announcement',
  'reminder',
  'question-asked',
  'question-answered',
  'report-settled',
  'progress-reset',
  'lesson-marked',
  'extension-granted',
  'extension-revoked',
  'course-moved',
  'certificate-ready',
  'certificate-expiry',
  'member-added',
  'review-requested',
  'draft-approved',
  'changes-requested',
  'payment-received',
  'refund-made',
] as const
export const outline = ['lessons', 'sections'] as const
export const pdfState = ['ready', 'pending', 'unavailable'] as const
export const postReportReason = ['rude', 'advertising', 'personal', 'solution'] as const
export const progressOutcome = ['applied', 'already', 'stale', 'refused'] as const
export const quizReveals = ['never', 'score', 'after-pass', 'after-last-attempt'] as const
export const quizScoring = ['all', 'partial'] as const
export const secondFactorKind = ['totp', 'passkey'] as const
export const thingKind = [
  'account',
  'invitation',
  'purchase',
  'certificate',
  'course',
  'cohort',
] as const
export const transactionLineStatus = ['open', 'released', 'fulfilled', 'refunded'] as const
export const transactionStatus = [
  'pending',
  'paid',
  'fulfilled',
  'partially_refunded',
  'refunded',
  'failed',
  'expired',
  'canceled',
] as const
export const uploadState = ['open', 'stored', 'finished'] as const
export const workKind = [
  'toGrade',
  'toReview',
  'draftProblems',
  'toAnswer',
  'reported',
  'stopped',
  'extensionsEnding',
  'flaws',
  'disputes',
  'mailsFailed',
  'jobsFailed',
  'webhooksFailing',
  'invitationsEnding',
] as const
