/**
 * The state machines of transactions, their lines, refunds and reversals, with the states that may
 * follow each. The database refuses all other transitions; a test compares the two.
 */
export const transactionTransitions = {
  pending: ['paid', 'fulfilled', 'failed', 'expired', 'canceled'],
  paid: ['fulfilled', 'partially_refunded', 'refunded'],
  fulfilled: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  // Money may arrive late: it is recorded, and refunded if there is nothing to deliver.
  failed: ['paid'],
  expired: ['paid'],
  canceled: ['paid'],
} as const satisfies Transitions<
  | 'pending'
  | 'paid'
  | 'fulfilled'
  | 'refunded'
  | 'partially_refunded'
  | 'failed'
  | 'expired'
  | 'canceled'
>

export const lineTransitions = {
  open: ['fulfilled', 'released'],
  released: ['fulfilled', 'refunded'],
  fulfilled: ['refunded'],
  refunded: [],
} as const satisfies Transitions<'open' | 'fulfilled' | 'refunded' | 'released'>

export const refundTransitions = {
  requested: ['sent', 'succeeded', 'failed'],
  sent: ['succeeded', 'failed'],
  // A bank may return the money days later.
  succeeded: ['failed'],
  failed: [],
} as const satisfies Transitions<'requested' | 'sent' | 'succeeded' | 'failed'>

/**
 * Reversals are money that a provider takes back without a request of ours: `gone` once it is lost
 * to us, `kept` when the reversal failed or the money is back.
 */
export const reversalTransitions = {
  open: ['gone', 'kept'],
  // A bank may return a refund later; a dispute may be won, or lost, on appeal.
  gone: ['kept'],
  kept: ['gone'],
} as const satisfies Transitions<'open' | 'gone' | 'kept'>

type Transitions<Status extends string> = { readonly [From in Status]: readonly Status[] }

export type TransactionStatus = keyof typeof transactionTransitions

export const transactionStatuses = statusesOf(transactionTransitions)
export const lineStatuses = statusesOf(lineTransitions)
export const refundStatuses = statusesOf(refundTransitions)
export const reversalStatuses = statusesOf(reversalTransitions)

/** Returns the statuses from which a transaction may change to this one. */
export function statusesBefore(status: TransactionStatus): TransactionStatus[] {
  return transactionStatuses.filter((from) =>
    (transactionTransitions[from] as readonly TransactionStatus[]).includes(status),
  )
}

function statusesOf<Table extends Transitions<string>>(
  transitions: Table,
): [keyof Table & string, ...(keyof Table & string)[]] {
  return Object.keys(transitions) as [keyof Table & string, ...(keyof Table & string)[]]
}
