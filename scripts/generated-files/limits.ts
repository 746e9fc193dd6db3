import { quotaOf } from '../../server/http/openapi/limits-in-words.ts'
import { requestsPerMinute } from '../../server/http/protection.ts'
import { limits } from '../../server/security/limits.ts'
import { generatedFrom, markdownTable } from './markdown.ts'

export function limitsPage(): string {
  const rows = Object.values(limits).map((limit) => [limit.guards, limit.countedBy, quotaOf(limit)])
  const all = quotaOf({ uses: requestsPerMinute, windowSeconds: 60 })
  return `${generatedFrom('`limits` in server/security/limits.ts and `requestsPerMinute` in server/http/protection.ts')}

# Limits

Who does one of these things more often is answered with \`RateLimited\` (429) and told by \`Retry-After\` how many seconds to wait. Only mails
beyond their limit are left out without a word, because the answer must not tell whether there is such an account.
The limits hold for an operation however it is reached: at its address, at an alias, over tRPC, alone or in a batch. They are counted
in the database, by all processes together; the first row is counted by each process. An address is an IPv4 address or the /64 of an IPv6 address.
The setting \`RATE_LIMIT_SCALE\` multiplies all of them.

${markdownTable(['To', 'Counted by', 'At most'], [['send any request', 'address', all], ...rows])}
`
}
