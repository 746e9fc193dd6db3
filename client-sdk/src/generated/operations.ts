// Generated from server/router.ts by `npm run generate`. Do not edit.

/** Mutations that take an idempotency key, so that they may be sent again. */
export const idempotentOperations = {
  'cart.add': true,
  'transactions.create': true,
  'transactions.refund': true,
  'certificates.issue': true,
} as const
