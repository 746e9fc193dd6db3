import { type Limit, type LimitName, limits } from '../../security/limits.ts'

/** Formats a quota: "20 per minute". */
export function quotaOf({ uses, windowSeconds }: { uses: number; windowSeconds: number }): string {
  return `${uses} per ${windowOf(windowSeconds)}`
}

/** Describes the limits of an operation. */
export function describeLimits(names: LimitName[]): string {
  const lines = names.map((name) => {
    const limit: Limit = limits[name]
    const silence = limit.silent === true ? '; further mails are silently dropped' : ''
    return `- ${limit.counts}: ${quotaOf(limit)} for each ${limit.countedBy}${silence}`
  })
  return `Limits\n${lines.join('\n')}`
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

function windowOf(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  const count = seconds / length
  return count === 1 ? unit : `${count} ${unit}s`
}
