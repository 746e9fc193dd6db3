// Generated from docs/openapi.json by `npm run generate`. Do not edit.

export const accessState = ['active', 'left', 'ended'] as const
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
export const announcementAudience = ['all', 'cohort', 'stuck'] as const
export const apiKeyScope = [
  'catalogue:read',
  'users:read',
  'users:write',
  'enrollments:read',
  'enrollments:write',
  'reports:read',
  'money:read',
  'money:write',
  'refunds:write',
  'certificates:read',
  'certificates:write',
  'authoring:read',
  'authoring:write',
  'grades:read',
  'grades:write',
  'learners:read',
  'learners:write',
  'events:read',
] as const
export const apiKeyStatus = ['active', 'blocked', 'expired', 'revoked'] as const
export const attemptStatus = ['open', 'waiting', 'graded', 'returned'] as const
export const auditEvent = [
  'account-registered',
  'account-erased',
  'account-expired',
  'email-verified',
  'email-changed',
  'login-succeeded',
  'login-failed',
  'login-locked',
  'code-requested',
  'code-wrong',
  'password-reset',
  'password-changed',
  'sign-in-method-added',
  'sign-in-method-removed',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-wrong',
  'recovery-codes-made',
  'recovery-code-used',
  'sign-in-refused',
  'logged-out',
  'logged-out-everywhere',
  'session-ended',
  'sessions-ended',
  'verification-mail-requested',
  'password-link-requested',
  'mail-refused',
  'access-refused',
  'role-changed',
  'user-suspended',
  'user-reinstated',
  'profile-changed',
  'mails-stopped',
  'calendar-key-made',
  'calendar-key-revoked',
  'announcement-posted',
  'announcement-deleted',
  'data-exported',
  'course-left',
  'course-returned-to',
  'purchase-viewed',
  'purchase-fulfilled',
  'transaction-undone',
  'transaction-marked-paid',
  'refund-requested',
  'refund-made',
  'refund-failed',
  'refunded-elsewhere',
  'payment-disputed',
  'dispute-won',
  'dispute-lost',
  'reversal-assigned',
  'webhook-refused',
  'coupon-created',
  'coupon-disabled',
  'course-member-added',
  'course-member-removed',
  'program-extended',
  'course-archived',
  'course-unarchived',
  'learner-enrolled',
  'enrollment-changed',
  'enrollment-ended',
  'invitation-created',
  'invitation-changed',
  'invitation-resent',
  'invitation-withdrawn',
  'invitation-accepted',
  'invitation-failed',
  'seats-changed',
  'cohort-created',
  'cohort-changed',
  'cohort-deleted',
  'cohort-member-added',
  'cohort-member-removed',
  'cohort-begun',
  'cohort-enrollment-failed',
  'cohort-course-added',
  'cohort-course-removed',
  'certificate-issued',
  'certificate-reissued',
  'certificate-renewed',
  'course-renewal-begun',
  'branding-set-aside',
  'certificate-revoked',
  'certificate-reinstated',
  'api-key-created',
  'api-key-rotated',
  'api-key-revoked',
  'bulk-enrollment-requested',
  'bulk-enrollment-done',
  'mail-resent',
  'settings-changed',
  'mail-tested',
  'webhook-created',
  'webhook-changed',
  'webhook-deleted',
  'webhook-secret-rotated',
  'webhook-tested',
  'webhook-replayed',
  'webhook-given-up',
  'account-created',
  'account-renamed',
  'accommodation-granted',
  'accommodation-revoked',
  'time-given',
  'outage-ended',
  'question-regraded',
  'submission-graded',
  'submission-returned',
  'lesson-excused',
  'lesson-excuse-ended',
  'lesson-marked-done',
  'lesson-reopened',
  'extension-granted',
  'extension-revoked',
  'progress-reset',
  'course-deleted',
  'job-retried',
  'audit-exported',
  'data-repaired',
  'quarantine-entered',
  'quarantine-reconciled',
  'quarantine-left',
  'certificate-restored',
  'keys-rotated',
  'keys-adopted',
  'keys-pruned',
] as const
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
export const courseAbility = [
  'belong',
  'readTerms',
  'readContent',
  'read',
  'write',
  'comment',
  'review',
  'own',
  'readGrades',
  'grade',
  'readLearners',
  'teach',
  'extend',
  'readClass',
  'manageClass',
  'readMoves',
  'readQuestions',
] as const
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
export const gradedType = ['quiz', 'assignment'] as const
export const historyEvent = [
  'course-created',
  'terms-changed',
  'course-archived',
  'course-unarchived',
  'content-imported',
  'source-set',
  'source-removed',
  'source-taken-in',
  'draft-discarded',
  'review-requested',
  'draft-approved',
  'changes-requested',
  'version-published',
  'version-restored',
  'learners-moved',
  'move-finished',
  'member-added',
  'member-removed',
  'consent-decided',
  'announcement-posted',
  'announcement-deleted',
  'owner-lost',
] as const
export const impactKind = ['none', 'terms', 'minor', 'major'] as const
export const jobKind = [
  'send-code',
  'send-notification',
  'send-course-mail',
  'move-learners',
  'enroll-in-bulk',
  'end-enrollments',
  'plan-openings',
  'change-cohort',
  'print-certificate',
  'fulfill-transaction',
  'send-refund',
  'cancel-payment',
  'find-payments',
  'find-slow-payments',
  'tell-operators',
  'mail-operator',
  'count-impact',
  'sync-source',
  'move-lesson-bodies',
  'take-audit-texts-out',
  'index-lessons',
  'regrade',
  'submit-due-attempts',
  'tally-learning',
  'remind-learners',
  'tell-expiry',
  'mail-announcement',
  'clean-up',
  'collect-media',
  'check-data',
] as const
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
export const mailKind = [
  'verify-email',
  'account-made',
  'password-link',
  'reset-password',
  'erase-account',
  'change-sign-in',
  'change-email-old',
  'change-email-new',
  'email-taken',
  'password-changed',
  'email-changed',
  'sign-in-method-added',
  'sign-in-method-removed',
  'new-device',
  'account-erased',
  'account-suspended',
  'account-reinstated',
  'payment-received',
  'refund-made',
  'progress-reset',
  'lesson-marked',
  'extension-granted',
  'extension-revoked',
  'submission-graded',
  'submission-returned',
  'announcement',
  'reminder',
  'course-enrolled',
  'invited',
  'certificate-ready',
  'certificate-expiry',
  'course-moved',
  'member-added',
  'review-requested',
  'draft-approved',
  'changes-requested',
] as const
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
export const pageLanguage = [
  'en',
  'ar',
  'de',
  'el',
  'es',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const
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
export const problemCode = [
  'required',
  'type',
  'enum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'email',
  'url',
  'date',
  'weakPassword',
  'ambiguous',
  'noRightAnswer',
  'severalRight',
  'repeated',
  'reversed',
  'questionKeyTaken',
  'differentPoints',
  'tooManyAsked',
  'nothingTaken',
  'noPoints',
  'noLessons',
  'noCourses',
  'emptySection',
  'noneRequired',
  'noText',
  'noFile',
  'coverType',
  'keyTaken',
  'sameTitle',
  'notForCourses',
  'notForPrograms',
  'tooManyCourses',
  'tooFewToChoose',
  'unknownCourse',
  'unusableCourse',
  'courseTwice',
  'noConsent',
  'requiresUnknown',
  'circle',
  'dueBeforeOpen',
  'dueTwice',
  'unsafeLink',
  'include',
  'noLesson',
  'unprintable',
] as const
export const problemSeverity = ['error', 'warning'] as const
export const progressOutcome = ['applied', 'already', 'stale', 'refused'] as const
export const publicOperation = ['courses.list', 'courses.get', 'certificates.verify'] as const
export const publicationOutcome = ['published', 'unchanged'] as const
export const publishReach = ['new', 'everyone'] as const
export const quizReveals = ['never', 'score', 'after-pass', 'after-last-attempt'] as const
export const quizScoring = ['all', 'partial'] as const
export const refundStatus = ['requested', 'sent', 'succeeded', 'failed'] as const
export const regradePolicy = ['recompute', 'accept-both', 'full-points', 'drop'] as const
export const reversalKind = ['refund', 'dispute'] as const
export const reversalStatus = ['open', 'gone', 'kept'] as const
export const schoolSetting = [
  'schoolName',
  'schoolColor',
  'schoolLogo',
  'schoolLines',
  'supportContact',
  'imprintUrl',
  'privacyUrl',
  'termsUrl',
  'languages',
  'timeZone',
  'certificateIssuer',
  'certificateLogo',
  'certificateColor',
  'certificateAccentColor',
  'certificateSignatures',
  'certificateLines',
  'receiptLines',
  'taxName',
  'taxRate',
  'remindersNeedConsent',
  'publicOperations',
  'signInProviders',
  'oauthLinkVerifiedEmails',
  'secondFactorFor',
  'teachersSeeEmails',
  'mailTexts',
  'pageTexts',
] as const
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
export const textSetting = ['mailTexts', 'pageTexts'] as const
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
  'draftProblems',
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
