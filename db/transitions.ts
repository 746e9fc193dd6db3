/**
 * What may become of a purchase, of its lines and of its refunds: from each state the states that
 * may follow. The database refuses every other transition; a test compares the two.
 */
export const transactionTransitions = {
  pending: ['paid', 'fulfilled', 'failed', 'expired', 'canceled'],
  paid: ['fulfilled', 'partially_refunded', 'refunded'],
  fulfilled: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  // Money may arrive late: it is taken note of, and given back where there is nothing to give for
  // it.
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
  // A bank may turn money back days later.
  succeeded: ['failed'],
  failed: [],
} as const satisfies Transitions<'requested' | 'sent' | 'succeeded' | 'failed'>

/**
 * Money that a provider takes back without being asked by us: `gone` once it is lost to us, `kept`
 * when it came to nothing or is back.
 */
export const reversalTransitions = {
  open: ['gone', 'kept'],
  // A bank turns a refund down later; a dispute is won in the second instance, or lost there.
  gone: ['kept'],
  kept: ['gone'],
} as const satisfies Transitions<'open' | 'gone' | 'kept'>

type Transitions<Status extends string> = { readonly [From in Status]: readonly Status[] }

export type TransactionStatus = keyof typeof transactionTransitions

export const transactionStatuses = statusesOf(transactionTransitions)
export const lineStatuses = statusesOf(lineTransitions)
export const refundStatuses = statusesOf(refundTransitions)
export const reversalStatuses = statusesOf(reversalTransitions)

/** The states from which a transaction may change to this one. */
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
