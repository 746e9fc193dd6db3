import type { AuditEntry } from '@lyceum/sdk'
import { lyceum } from '../lyceum.ts'
import { Facts } from '../ui/bits.tsx'
import { listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Code, DeskLink } from '../ui/data/parts.tsx'
import { showInstant } from '../ui/format.ts'

const { audit } = lyceum.admin

export const auditTable: TableOptions<AuditEntry> = {
  title: 'audit',
  columns: {
    event: ({ event }) => <Code>{event}</Code>,
    at: ({ at }) => showInstant(at),
    actor: ({ actor }) => <Code>{actor}</Code>,
    ip: ({ ip }) => ip,
  },
  more: ({ event, userId, requestId, reason }) => ({
    reason,
    event: <DeskLink to={`/desk/audit?event=${event}`}>{event}</DeskLink>,
    user: userId && <DeskLink to={`/desk/users/${userId}`}>{userId}</DeskLink>,
    request: requestId && <Code>{requestId}</Code>,
  }),
  buttons: ({ details }) => <Facts facts={textsOf(details)} />,
}

export const AuditPage = listPage({
  ...auditTable,
  list: audit.list,
  filters: { user: 'person', event: 'text', actor: 'text', ip: 'text', from: 'day', to: 'day' },
  csv: audit.csv,
})

const textsOf = (details: AuditEntry['details']) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]))
