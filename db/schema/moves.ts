/**
 * What may become of a purchase, of its lines and of its refunds: from each state the states that may follow. The database refuses every other
 * move; a test compares the two.
 */
export const transactionMoves = {
  pending: ['paid', 'fulfilled', 'failed', 'expired', 'canceled'],
  paid: ['fulfilled', 'partially_refunded', 'refunded'],
  fulfilled: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  // Money may arrive late: it is taken note of, and given back where there is nothing to give for it.
  failed: ['paid'],
  expired: ['paid'],
  canceled: ['paid'],
} as const satisfies Moves<'pending' | 'paid' | 'fulfilled' | 'refunded' | 'partially_refunded' | 'failed' | 'expired' | 'canceled'>

export const lineMoves = {
  open: ['fulfilled', 'released'],
  released: ['fulfilled', 'refunded'],
  fulfilled: ['refunded'],
  refunded: [],
} as const satisfies Moves<'open' | 'fulfilled' | 'refunded' | 'released'>

export const refundMoves = {
  requested: ['sent', 'succeeded', 'failed'],
  sent: ['succeeded', 'failed'],
  // A bank may turn money back days later.
  succeeded: ['failed'],
  failed: [],
} as const satisfies Moves<'requested' | 'sent' | 'succeeded' | 'failed'>

/** Money that a provider takes back without being asked by us: `gone` once it is lost to us, `kept` when it came to nothing or is back. */
export const reversalMoves = {
  open: ['gone', 'kept'],
  // A bank turns a refund down later; a dispute is won in the second instance, or lost there.
  gone: ['kept'],
  kept: ['gone'],
} as const satisfies Moves<'open' | 'gone' | 'kept'>

type Moves<Status extends string> = { readonly [From in Status]: readonly Status[] }

export type TransactionStatus = keyof typeof transactionMoves
export type LineStatus = keyof typeof lineMoves
export type RefundStatus = keyof typeof refundMoves
export type ReversalStatus = keyof typeof reversalMoves

export const transactionStatuses = statusesOf(transactionMoves)
export const lineStatuses = statusesOf(lineMoves)
export const refundStatuses = statusesOf(refundMoves)
export const reversalStatuses = statusesOf(reversalMoves)

/** The states from which a transaction may move to this one. */
export function statusesBefore(status: TransactionStatus): TransactionStatus[] {
  return transactionStatuses.filter((from) => (transactionMoves[from] as readonly TransactionStatus[]).includes(status))
}

function statusesOf<Table extends Moves<string>>(moves: Table): [keyof Table & string, ...(keyof Table & string)[]] {
  return Object.keys(moves) as [keyof Table & string, ...(keyof Table & string)[]]
}
