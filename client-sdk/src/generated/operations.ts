// Generated from server/router.ts by `npm run generate`. Do not edit.

/** Mutations that take an idempotency key, with which they may be sent again. */
export const idempotentOperations = [
'admin.bulkEnrollments.create',
'admin.mails.resend',
'cart.add',
'transactions.create',
'transactions.refund',
'certificates.issue',
'authoring.create',
'drafts.publish',
'admin.bulkEnrollments.createFromCsv',
] as const

/** Mutations that may be sent again without a key: twice has the same effect as once. */
export const repeatableOperations = [
'admin.apiKeys.revoke',
'admin.cohorts.update',
'admin.cohorts.addMember',
'admin.cohorts.addCourse',
'admin.cohorts.removeCourse',
'admin.coupons.disable',
'admin.enrollments.enroll',
'admin.enrollments.setEnd',
'admin.enrollments.resetProgress',
'admin.enrollments.end',
'admin.enrollments.markLesson',
'admin.enrollments.extend',
'admin.enrollments.revokeExtension',
'admin.jobs.retry',
'admin.seats.update',
'admin.seats.remove',
'admin.transactions.undo',
'admin.users.rename',
'admin.users.setRole',
'admin.users.suspend',
'admin.users.reinstate',
'admin.users.endSessions',
'admin.webhooks.redeliver',
'auth.logout',
'me.update',
'me.leaveCourse',
'me.renewCourse',
'me.returnToCourse',
'me.revokeCalendarKey',
'me.takeNewerVersion',
'progress.update',
'attempts.start',
'attempts.save',
'attempts.submit',
'submissions.finishUpload',
'submissions.claim',
'learners.enroll',
'learners.end',
'learners.setSeats',
'learners.markLesson',
'learners.extend',
'learners.revokeExtension',
'cart.remove',
'coupons.quote',
'certificates.adminRevoke',
'certificates.adminReinstate',
'certificates.adminRender',
'drafts.previewAttempt',
'uploads.finish',
'members.add',
'sources.set',
'sources.sync',
] as const

/** Mutations whose input may be long: the server takes them one by one only. */
export const longOperations: readonly string[] = [
'admin.bulkEnrollments.create',
'submissions.create',
'moves.create',
'drafts.replaceOutline',
'drafts.createLesson',
'drafts.updateLesson',
]

/**
 * Operations that take or return a file: how they are called over REST, the type of the answer, and
 * `open` if they need no token.
 */
export const fileOperations = {
  'certificates.pdf': 'GET /certificates/{code}.pdf application/pdf open',
  'transactions.receiptPdf': 'GET /api/v1/transaction/{transactionId}/receipt.pdf application/pdf',
  'admin.sales.movementsCsv': 'GET /api/v1/admin/sales/movements.csv text/csv',
  'admin.audit.csv': 'GET /api/v1/admin/audit.csv text/csv',
  'grades.gradebookCsv': 'GET /api/v1/authoring/courses/{courseId}/gradebook.csv text/csv',
  'admin.reports.coursesCsv': 'GET /api/v1/admin/reports/courses.csv text/csv',
  'admin.reports.cohortCsv': 'GET /api/v1/admin/reports/cohorts/{cohortId}/courses.csv text/csv',
  'admin.reports.learnersCsv': 'GET /api/v1/admin/reports/courses/{courseId}/learners.csv text/csv',
  'learners.listCsv': 'GET /api/v1/authoring/courses/{courseId}/learners.csv text/csv',
  'admin.reports.stuckCsv': 'GET /api/v1/admin/reports/courses/{courseId}/stuck.csv text/csv',
  'admin.reports.learnerCsv': 'GET /api/v1/admin/reports/learners/{userId}/courses.csv text/csv',
  'admin.bulkEnrollments.createFromCsv': 'POST /api/v1/admin/bulk-enrollments/csv application/json',
  'admin.bulkEnrollments.rowsCsv': 'GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}/rows.csv text/csv',
  'authoring.export': 'GET /api/v1/authoring/courses/{courseId}/export application/zip',
  'authoring.import': 'POST /api/v1/authoring/courses/{courseId}/import application/json',
  'uploads.bytes': 'PUT /api/v1/authoring/courses/{courseId}/uploads/{uploadId}/bytes application/json',
  'submissions.bytes': 'PUT /api/v1/lessons/{lessonId}/uploads/{uploadId}/bytes application/json',
} as const
