import { z } from 'zod'

const unitMilliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Returns milliseconds of `90s`, `15m` or `12h`; undefined for other text and for zero. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.trim())
  if (match === null) return undefined
  const milliseconds =
    Number(match[1]) * unitMilliseconds[match[2] as keyof typeof unitMilliseconds]
  return milliseconds > 0 ? milliseconds : undefined
}

/** A setting like 12h, 15m or 90s, in milliseconds. */
export const duration = z.string().transform((value, context) => {
  const milliseconds = parseDuration(value)
  if (milliseconds !== undefined && milliseconds >= 1000 && milliseconds <= 365 * 86_400_000)
    return milliseconds
  context.addIssue('must be a duration like 12h, 15m or 90s, from one second to 365 days')
  return z.NEVER
})
