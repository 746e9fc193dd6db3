import { exampleIds } from '../../../lib/schema.ts'
import { writeAuditCsv } from '../../features/platform/audit/export-audit.ts'
import { ExportAuditInput } from '../../features/platform/audit/schema.ts'
import { csvFile } from './csv-files.ts'

/** The audit trail as CSV, for those who may read it. */
export const auditFile = csvFile({
  route: 'GET /api/v1/admin/audit.csv',
  sdkName: 'admin.audit.csv',
  tag: 'admin-audit',
  needs: { permission: 'audit:read' },
  limits: ['auditExportsPerAccount'],
  summary: 'Download what the audit trail holds as CSV, newest first',
  description:
    'Takes the filters of `admin.audit.list`, a line for each event, with its details as JSON. The ' +
    'audit trail records the download.',
  input: ExportAuditInput,
  example:
    'at,event,actor,user_id,ip,request_id,details,id\r\n' +
    `2026-11-21T09:30:00.000Z,role-changed,user:${exampleIds.user},${exampleIds.user},192.0.2.7,,` +
    `"{""before.role"":""learner"",""after.role"":""support""}",${exampleIds.session}\r\n`,
  write: writeAuditCsv,
})
