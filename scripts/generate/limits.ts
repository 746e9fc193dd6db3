import { endpointRoutesWith } from '../../server/http/openapi/describe-endpoints.ts'
import { quotaOf } from '../../server/http/openapi/describe-limits.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { doorLimits } from '../../server/security/door-limits.ts'
import { type LimitName, limits } from '../../server/security/limits.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

const sources =
  '`doorLimits` in server/security/door-limits.ts, `limits` in server/security/limits.ts and ' +
  'the operations that name them'

export function limitsPage(): string {
  const names = Object.keys(limits) as LimitName[]
  const rows = names.map((name) => [
    limits[name].counts,
    limits[name].countedBy,
    quotaOf(limits[name]),
    routesOf(name),
    'database',
  ])
  const atTheDoor = Object.values(doorLimits).map((limit) => [
    limit.counts,
    limit.countedBy,
    quotaOf(limit),
    limit.where,
    limit.isShared ? 'each process, or `REDIS_URL`' : 'each process',
  ])
  return `${generatedFrom(sources)}

# Limits

Requests beyond a limit get \`RateLimited\` (429). \`Retry-After\` says how many seconds to wait.
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` describe the limit that was
reached; in all other answers they describe the one of the first rows that counted the request.
Mails beyond their limit are silently dropped, because a refusal would reveal whether the account
exists.

Requests with a valid token count for their account and strangers for their IP address, so that a
school behind one IP address can work. A token counts as valid here by its signature: a forged, an
expired and an ended one are a stranger's. Events of the payment provider are bounded by the check
of their signature instead.

The limits hold for an operation however you call it: at its route, at an alias, over tRPC, alone or
in a batch. Limits counted in the database hold for all processes together and survive a restart.
The others are counted by each process in its own memory; with \`RATE_LIMIT_STORE=redis\` all
processes count most of them together in \`REDIS_URL\`, and each for itself while that store does
not answer. The setting \`RATE_LIMIT_SCALE\` multiplies all limits but that of mails
about what is due. Requests from
\`LIMIT_EXEMPT_NETWORKS\`, the networks of your own school, do not count for their IP address:
\`RateLimit-Remaining\` stays as it is. They count for accounts as all others do, also where a limit
is for an account and an IP address together.

An IP address is an IPv4 address, or the /64 of an IPv6 address. It is the address of the
connection: headers like \`X-Forwarded-For\` have no effect unless \`TRUST_PROXY\` names the proxy
that sent them. A user's recognized IP addresses are those from which they verified the email, set a
password or signed in; setting a new password forgets all but the current one. As long as the email
is not verified, wrong codes from the IP address that registered count as from a recognized one.

${markdownTable(['Counted', 'For each', 'At most', 'Where', 'Stored in'], [...atTheDoor, ...rows])}

In addition, each processor hashes at most one password at a time. The server accepts as many
logins, registrations and resets as it can serve within about five seconds. All others get
\`ServiceUnavailable\` (503) after a second, with a \`Retry-After\` of five seconds, and so does one
that has waited for ten because the processors were busy with something else. A refused try counts
neither as a wrong password nor as a wrong code.
`
}

/** Lists a limit's routes, without aliases and tRPC paths, to which it applies as well. */
function routesOf(limit: LimitName): string {
  const operations = operationsOf(appRouter).filter(({ rest }) => rest.limits.includes(limit))
  return [...operations.map(({ rest }) => rest.route), ...endpointRoutesWith(limit)]
    .map(code)
    .join(', ')
}
