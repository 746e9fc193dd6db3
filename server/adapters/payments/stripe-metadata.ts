import type Stripe from 'stripe'
import { isId } from '../../../lib/ids.ts'
import type { Purchase, PurchasedLine } from './types.ts'

/** Stays below Stripe's 50 keys; a few are for other things. */
const maxLines = 40

/** Returns `userId`, and per line `line1: COURSE VERSION PRICE DISCOUNT`: ids and amounts only. */
export function toMetadata({ userId, lines }: Purchase): Record<string, string> {
  if (lines.length > maxLines) return { userId }
  const named = lines.map(({ courseId, versionId, price, discount }, index) => [
    `line${index + 1}`,
    [courseId, versionId, price, discount].join(' '),
  ])
  return { userId, ...Object.fromEntries(named) }
}

/** Reads the purchase; undefined if it is incomplete or was changed. */
export function purchaseIn(metadata: Stripe.Metadata | null): Purchase | undefined {
  const userId = metadata?.userId
  if (metadata === null || userId === undefined || !isId(userId)) return undefined
  const lines: PurchasedLine[] = []
  for (let number = 1; metadata[`line${number}`] !== undefined; number++) {
    const line = lineIn(metadata[`line${number}`] ?? '')
    if (line === undefined) return undefined
    lines.push(line)
  }
  return lines.length === 0 ? undefined : { userId, lines }
}

function lineIn(text: string): PurchasedLine | undefined {
  const [courseId = '', versionId = '', ...amounts] = text.split(' ')
  const [price, discount] = amounts.map(Number)
  if (!isId(courseId) || !isId(versionId)) return undefined
  if (price === undefined || discount === undefined || amounts.length !== 2) return undefined
  if (![price, discount].every((amount) => Number.isInteger(amount) && amount >= 0))
    return undefined
  return discount > price ? undefined : { courseId, versionId, price, discount }
}
