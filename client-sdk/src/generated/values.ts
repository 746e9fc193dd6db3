// Generated from docs/openapi.json by `npm run generate`. Do not edit.

export const accessState = ['active', 'left', 'ended'] as const
export const accountRole = ['learner', 'admin', 'support', 'finance'] as const
export const announcementAudience = ['all', 'cohort', 'stuck'] as const
export const apiKeyStatus = ['active', 'blocked', 'expired', 'revoked'] as const
export const attemptStatus = ['open', 'waiting', 'graded', 'returned'] as const
export const bulkEnrollmentColumn = [
  'email',
  'name',
  'firstName',
  'lastName',
  'course',
  'cohort',
  'endsAt',
] as const
export const bulkEnrollmentOutcome = ['enrolled', 'changed', 'unchanged', 'invited', 'failed'] as const
export const catalogueFee = ['free', 'paid'] as const
export const catalogueSort = ['newest', 'title', 'price', 'popular', 'relevance'] as const
export const certificateEffect = ['issued', 'replaced', 'revoked', 'kept'] as const
export const certificateFate = ['keep', 'revoke'] as const
export const certificateStatus = ['issued', 'revoked', 'superseded'] as const
export const checkoutProvider = ['sandbox', 'stripe', 'none'] as const
export const cohortOutcome = ['added', 'unchanged', 'invited'] as const
export const couponStatus = ['active', 'scheduled', 'expired', 'used-up', 'disabled'] as const
export const courseCertificateStatus = ['issued', 'revoked'] as const
export const courseHonesty = ['none', 'watched'] as const
export const courseHtml = ['none', 'basic'] as const
export const courseKind = ['course', 'program'] as const
export const courseLevel = ['beginner', 'intermediate', 'advanced'] as const
export const courseManager = ['http', 'folder'] as const
export const courseStatus = ['draft', 'published', 'archived'] as const
export const deliveryFailure = [
  'bad-url',
  'inner-address',
  'unknown-host',
  'refused',
  'certificate',
  'timed-out',
  'broken-off',
  'keys-lost',
  'event-gone',
] as const
export const deliveryStatus = ['waiting', 'delivered', 'failed'] as const
export const enrollOutcome = ['enrolled', 'changed', 'unchanged', 'invited'] as const
export const enrollmentSource = ['transaction', 'administrator', 'program'] as const
export const enrollmentStatus = ['active', 'ended'] as const
export const factChange = ['changed', 'added', 'removed', 'moved', 'replaced'] as const
export const foretoldOutcome = ['enrolled', 'invited', 'already', 'failed'] as const
export const fileKind = ['image', 'video', 'audio', 'text', 'application'] as const
export const filePlace = ['content', 'own', 'cover'] as const
export const gradedType = ['quiz', 'assignment'] as const
export const impactKind = ['none', 'terms', 'minor', 'major'] as const
export const jobStatus = ['waiting', 'running', 'failed', 'done'] as const
export const language = ['en', 'de'] as const
export const learnerSort = ['account', 'newest'] as const
export const learnerStatus = ['active', 'completed', 'left', 'ended'] as const
export const lessonChange = [
  'added',
  'removed',
  'moved',
  'renamed',
  'edited',
  'required',
  'optional',
  'type',
  'requires',
  'available',
  'due',
] as const
export const lessonType = [
  'text',
  'video',
  'file',
  'link',
  'quiz',
  'assignment',
  'course',
] as const
export const listedJobStatus = ['waiting', 'running', 'failed'] as const
export const lockCode = ['LessonBefore', 'Requires', 'NeedsPass', 'NotYet'] as const
export const logo = ['picture', 'none'] as const
export const mailStatus = ['waiting', 'sent', 'failed'] as const
export const memberRole = ['owner', 'author', 'reviewer', 'grader', 'teacher'] as const
export const namedKind = [
  'user',
  'course',
  'cohort',
  'certificate',
  'coupon',
  'key',
  'webhook',
] as const
export const movePolicy = ['all', 'not-started', 'nothing-lost', 'chosen'] as const
export const movePolicyOrCorrection = [
  'all',
  'not-started',
  'nothing-lost',
  'chosen',
  'correction',
] as const
export const moveStatus = ['waiting', 'running', 'done'] as const
export const outline = ['lessons', 'sections'] as const
export const pdfState = ['ready', 'pending', 'unavailable'] as const
export const paymentReportKind = [
  'paid',
  'declined',
  'expired',
  'refund_pending',
  'refund_succeeded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'other',
] as const
export const periodLength = ['day', 'month'] as const
export const problemSeverity = ['error', 'warning'] as const
export const progressOutcome = ['applied', 'already', 'stale', 'refused'] as const
export const publicOperation = ['courses.list', 'courses.get', 'certificates.verify'] as const
export const publicationOutcome = ['published', 'unchanged'] as const
export const publishReach = ['new', 'everyone'] as const
export const questionFormat = ['gift', 'aiken'] as const
export const quizReveals = ['never', 'score', 'after-pass', 'after-last-attempt'] as const
export const quizScoring = ['all', 'partial'] as const
export const refundStatus = ['requested', 'sent', 'succeeded', 'failed'] as const
export const regradePolicy = ['recompute', 'accept-both', 'full-points', 'drop'] as const
export const reversalKind = ['refund', 'dispute'] as const
export const reversalStatus = ['open', 'gone', 'kept'] as const
export const secondFactorKind = ['totp', 'passkey'] as const
export const secondFactorMethod = ['totp', 'passkey', 'recovery-code'] as const
export const setupStep = [
  'administrator',
  'look',
  'mail',
  'payments',
  'course',
  'cohort',
  'catalogue',
] as const
export const signInReason = [
  'suspended',
  'unverified',
  'no-sign-in',
  'wrong-password',
  'locked',
  'wrong-code',
  'wrong-second-factor',
  'mail-failed',
  'invited',
] as const
export const secondFactorRole = ['admin', 'support', 'finance'] as const
export const sourceFormat = [
  'auto',
  'lyceum',
  'mdbook',
  'huggingface',
  'exercism',
  'carpentries',
  'jupyterbook',
  'microsoft',
] as const
export const sourceOutcome = ['draft', 'publish'] as const
export const sourceStatus = ['new', 'done', 'unchanged', 'failed'] as const
export const submissionStatus = ['waiting', 'graded', 'returned'] as const
export const syncOutcome = ['draft', 'published', 'unchanged'] as const
export const thingKind = [
  'account',
  'invitation',
  'purchase',
  'certificate',
  'course',
  'cohort',
] as const
export const transactionLineStatus = ['open', 'released', 'fulfilled', 'refunded'] as const
export const transactionPeriod = ['created', 'paid'] as const
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
export const userSort = ['newest', 'oldest', 'last-seen'] as const
export const versionKind = ['first', 'terms', 'minor', 'major'] as const
export const waySource = [
  'transaction',
  'administrator',
  'cohort',
  'invitation',
  'program',
] as const
export const webhookReason = ['by-hand', 'gone', 'failing'] as const
export const webhookStatus = ['active', 'disabled'] as const
export const workKind = [
  'toGrade',
  'toReview',
  'stopped',
  'extensionsEnding',
  'disputes',
  'mailsFailed',
  'jobsFailed',
  'webhooksFailing',
  'invitationsEnding',
] as const
export const wordChange = ['kept', 'added', 'removed', 'cut'] as const
export const workStatus = ['running', 'done'] as const
export const writableStatus = ['published', 'archived'] as const
