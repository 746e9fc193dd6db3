import { quotaOf } from '../../server/http/openapi/limits-in-words.ts'
import { otherAddressesThatCount } from '../../server/http/openapi/other-addresses.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { requestsPerMinute } from '../../server/http/protection.ts'
import { appRouter } from '../../server/router.ts'
import { type LimitName, limits } from '../../server/security/limits.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

export function limitsPage(): string {
  const names = Object.keys(limits) as LimitName[]
  const rows = names.map((name) => [
    limits[name].guards,
    limits[name].countedBy,
    quotaOf(limits[name]),
    routesOf(name),
    'database',
  ])
  const all = quotaOf({ uses: requestsPerMinute, windowSeconds: 60 })
  const everything = [
    'send any request',
    'address',
    all,
    'all but `/livez` and `/readyz`, unknown and malformed ones too',
    'each process',
  ]
  return `${generatedFrom('`limits` in server/security/limits.ts, `requestsPerMinute` in server/http/protection.ts and the operations that name them')}

# Limits

Who does one of these things more often is answered with \`RateLimited\` (429). \`Retry-After\` says how many seconds to wait, and \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` speak of the limit that was reached; in all other answers they speak of the first row. Only mails beyond
their limit are left out without a word, because the answer must not tell whether there is such an account.

The limits hold for an operation however it is reached: at its address, at an alias, over tRPC, alone or in a batch. Those that are counted in the
database hold for all processes together and survive a restart; the first row is counted in the memory of each process. An address is an IPv4 address
or the /64 of an IPv6 address, that of the connection: headers like \`X-Forwarded-For\` say nothing unless \`TRUST_PROXY\` names the proxy that sent them.
A known address of a user is one from which they registered, verified the email, set a password or signed in; a new password leaves only its own.
The setting \`RATE_LIMIT_SCALE\` multiplies all of them.

${markdownTable(['To', 'Counted by', 'At most', 'Where', 'Counted in'], [everything, ...rows])}

Besides, passwords are hashed at most one for each processor at a time, and as many logins, registrations and resets together are let in as get their
turn within about five seconds. Who comes beyond that is answered with \`ServiceUnavailable\` (503) and \`Retry-After\` after one second.
`
}

/** Their aliases, and what tRPC calls them, go without saying. */
function routesOf(limit: LimitName): string {
  const operations = operationsOf(appRouter).filter(({ rest }) => rest.limits.includes(limit))
  return [...operations.map(({ rest }) => rest.route), ...otherAddressesThatCount(limit)]
    .map(code)
    .join(', ')
}
