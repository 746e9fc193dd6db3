import { findAuditReasons } from '../../../db/queries/platform/audit.ts'
import { parseDuration } from '../../../server/config/duration.ts'
import { ExportAuditInput } from '../../../server/features/platform/audit/schema.ts'
import {
  searchAudit,
  searchOf,
  toAuditEntry,
} from '../../../server/features/platform/audit/search-audit.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'
import { listOf, readInput } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface AuditOptions {
  since?: string
  event?: string
  actor?: string
  ip?: string
  request?: string
  limit: number
}

export async function showAudit(
  email: string | undefined,
  { since, limit, event, actor, ip, request: requestId }: AuditOptions,
): Promise<CommandResult> {
  const filters = { event, actor, ip, requestId }
  const input = readInput(ExportAuditInput, filters, { requestId: '--request' })
  const from = since === undefined ? undefined : readTime(since)
  const entries = await withDeps(async (deps) => {
    const events = await searchAudit(deps, { ...searchOf(deps, input), email, from }, { limit })
    const reasons = await findAuditReasons(
      deps.db,
      events.map(({ id }) => id),
    )
    return events.map((event) => toAuditEntry(event, reasons.get(event.id)))
  })
  return listOf(entries, {
    columns: ['at', 'event', 'actor', 'userId', 'ip', 'details', 'reason'],
    none: 'No events found.',
  })
}

function readTime(text: string): Date {
  const ago = parseDuration(text)
  const time =
    ago === undefined
      ? new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : Number.NaN)
      : new Date(Date.now() - ago)
  if (!Number.isNaN(time.getTime())) return time
  throw new UsageError(
    `error: --since ${JSON.stringify(text)}: must be a duration like 24h ` +
      'or a time like 2026-03-01T12:00:00Z',
  )
}
