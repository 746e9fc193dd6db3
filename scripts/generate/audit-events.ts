import { auditEvents } from '../../server/security/audit.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

export function auditEventsPage(): string {
  const rows = Object.entries(auditEvents).map(([name, event]) => [
    code(name),
    event.means,
    'bounded' in event ? 'bounded' : 'each',
  ])
  return `${generatedFrom('`auditEvents` in server/security/audit.ts')}

# What is put on record

Each of these events is a row of the table \`audit_events\`, written in the transaction of what happened, and a line of the log (\`"msg": "audit"\`) once that is
committed: when (UTC), which event, about which user, by whom (\`user:ID\`, \`anyone\` without a token, \`operator:NAME\` on the command line, \`service\`), from
which address (an IPv4 address, or the /64 of an IPv6 address), in which request, and details. An email that was named is kept as an HMAC only: \`npm run lyceum -- audit EMAIL\`
finds the events of an account, and of an address that has none. Rows are only added; after a year the hourly clean-up removes them, and the database refuses to before.

"Bounded" events can be caused by strangers as often as they like. Of one kind, about one account, from one address, the first five in a quarter of an hour are recorded, then
the 10th, the 100th and so on, with their number in \`times\`; from all addresses together the first hundred, then the 1,000th and so on. Of one kind, from one address, about emails
that have no account here, the first hundred, then the 1,000th and so on: made-up emails add at most some 4 MB a day and address.

${markdownTable(['Event', 'What happened', 'Recorded'], rows)}
`
}
