import { adminProcedure, router } from '../../../trpc.ts'
import * as schema from './schema.ts'
import { listAudit } from './search-audit.ts'

export const auditRouter = router({
  list: adminProcedure('audit:read')
    .meta({
      route: 'GET /api/v1/admin/audit',
      summary: 'Search the audit trail, newest first',
      description:
        'Filters can be combined. The trail goes back a year. `audit-events.md` lists the events.',
      limits: ['auditSearchesPerAccount'],
    })
    .input(schema.ListAuditInput)
    .output(schema.AuditEntryList)
    .query(({ ctx, input }) => listAudit(ctx, input)),
})
