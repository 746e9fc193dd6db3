// Generated from server/router.ts by `npm run generate`. Do not edit.

/** Mutations that take an idempotency key, with which they may be sent again. */
export const idempotentOperations = {
  'cart.add': true,
  'transactions.create': true,
  'transactions.refund': true,
  'certificates.issue': true,
  'authoring.create': true,
  'drafts.publish': true,
} as const

/** Mutations that may be sent again without a key: twice has the same effect as once. */
export const repeatableOperations = {
  'auth.logout': true,
  'me.update': true,
  'me.leaveCourse': true,
  'me.returnToCourse': true,
  'me.takeNewerVersion': true,
  'progress.update': true,
  'cart.remove': true,
  'coupons.quote': true,
  'certificates.adminRevoke': true,
  'certificates.adminReinstate': true,
  'certificates.adminRender': true,
  'uploads.finish': true,
  'members.add': true,
  'sources.set': true,
  'sources.look': true,
} as const

/** Mutations whose input may be long: the server takes them one by one only. */
export const longOperations: Readonly<Record<string, true>> = {
  'moves.create': true,
  'drafts.replaceOutline': true,
  'drafts.createLesson': true,
  'drafts.updateLesson': true,
}

/** Operations that take or return a file, with how they are called over REST. */
export const fileOperations = {
  'certificates.pdf': {
    method: 'GET',
    path: '/certificates/{code}.pdf',
    answer: 'application/pdf',
    requiresToken: false,
  },
  'transactions.receiptPdf': {
    method: 'GET',
    path: '/api/v1/transaction/{id}/receipt.pdf',
    answer: 'application/pdf',
    requiresToken: true,
  },
  'authoring.export': {
    method: 'GET',
    path: '/api/v1/authoring/courses/{courseId}/export',
    answer: 'application/zip',
    requiresToken: true,
  },
  'authoring.import': {
    method: 'POST',
    path: '/api/v1/authoring/courses/{courseId}/import',
    answer: 'application/json',
    requiresToken: true,
  },
  'uploads.bytes': {
    method: 'PUT',
    path: '/api/v1/authoring/courses/{courseId}/uploads/{id}/bytes',
    answer: 'application/json',
    requiresToken: true,
  },
} as const
