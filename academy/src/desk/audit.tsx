import type { AuditEntry } from '@lyceum/sdk'
import { auditEvent } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Code } from '../ui/data/parts.tsx'
import { Actor, Recorded, Thing } from '../ui/data/records.tsx'
import { showInstant } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'
import { picks } from '../ui/picks/picks.tsx'

const { audit } = lyceum.admin

export const auditTable: TableOptions<AuditEntry> = {
  title: 'audit',
  columns: {
    event: ({ event, details, names }) => (
      <>
        {nameOf(event, 'event')}
        <Recorded {...{ details, names }} isBrief />
      </>
    ),
    person: ({ userId, names }) => userId && <Thing id={userId} names={names} />,
    actor: (entry) => <Actor {...entry} />,
    at: ({ at }) => showInstant(at),
  },
  more: ({ requestId, reason, ip }) => ({
    reason,
    ip,
    request: requestId && <Code>{requestId}</Code>,
  }),
  buttons: ({ details, names }) => <Recorded {...{ details, names }} />,
}

export const AuditPage = listPage({
  ...auditTable,
  list: audit.list,
  filters: {
    user: picks.person,
    event: auditEvent,
    actor: picks.person,
    ip: 'text',
    from: 'day',
    to: 'day',
  },
  csv: audit.csv,
})
