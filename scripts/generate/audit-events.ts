import { auditEvents } from '../../server/security/audit.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

export function auditEventsPage(): string {
  const rows = Object.entries(auditEvents).map(([name, event]) => [
    code(name),
    event.means,
    'bounded' in event ? 'bounded' : 'each',
  ])
  return `${generatedFrom('`auditEvents` in server/security/audit.ts')}

# Audit log

The service records events about security and money. \`npm run lyceum -- audit EMAIL\` shows those
of one account, or of an email without an account; \`npm run lyceum -- audit --since 24h\` shows all.

Each event is a row of the table \`audit_events\`, written in the transaction that causes it, and
a line of the log (\`"msg": "audit"\`) once that transaction has committed. It holds the time (UTC),
the event, the user it is about, the actor (\`user:ID\`, \`key:ID\` for a key of a program,
\`anyone\` without a token, \`operator:NAME\` on the command line, \`service\`), the IP address
(IPv4, or the /64 of an IPv6 address), the request and details. An email in a request is kept as an
HMAC only. Details are ids, numbers, moments and words of the service, never what somebody typed. A
\`reason\` stands beside its event (\`audit_reasons\`): administrators and operators read it, the log
does not have it, and it goes with the account that it is about, or with the event. Rows are only
added; the hourly clean-up deletes them after a year, and until then the database refuses that.

Strangers can cause "bounded" events as often as they like, so not every one is recorded:

- of one kind, about one account, from one IP address: the first five in 15 minutes, then the 10th,
  the 100th and so on, with the count in \`times\`;
- of one kind, about one account, from all IP addresses together: the first hundred, then the
  1,000th and so on;
- of one kind, from one IP address, about emails without an account: the first hundred, then the
  1,000th and so on. Made-up emails add about 4 MB per day and IP address at most.

${markdownTable(['Event', 'What happened', 'Recorded'], rows)}
`
}
