import { type LimitName, limits } from '../../security/limits.ts'

/** "20 in 1 minute" */
export function quotaOf({ uses, windowSeconds }: { uses: number; windowSeconds: number }): string {
  return `${uses} in ${windowOf(windowSeconds)}`
}

/** What an operation's limits are, for its description. */
export function limitsInWords(names: LimitName[]): string {
  const lines = names.map((name) => {
    const { guards, countedBy } = limits[name]
    const silence = guards.startsWith('be sent')
      ? '; mails beyond that are left out without a word'
      : ''
    return `- ${guards}: ${quotaOf(limits[name])} per ${countedBy}${silence}`
  })
  return `How often one may\n${lines.join('\n')}`
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
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
