import { parseDuration } from '../../../server/config/duration.ts'
import { ExportAuditInput } from '../../../server/features/base/audit/schema.ts'
import { searchAudit, toAuditEntry } from '../../../server/features/base/audit/search-audit.ts'
import { readEmail } from '../arguments.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export interface AuditOptions {
  since?: string
  event?: string
  actor?: string
  ip?: string
  request?: string
  limit: string
}

export async function showAudit(
  email: string | undefined,
  { since, limit, request, ...filters }: AuditOptions,
): Promise<CommandResult> {
  const search = {
    ...readFilters(filters, request),
    email: email === undefined ? undefined : readEmail(email),
    from: since === undefined ? undefined : readTime(since),
  }
  const most = readLimit(limit)

  const events = await withDeps((deps) => searchAudit(deps, search, { limit: most }))
  const rows = events.map(({ at, event, actor, userId, ip, details }) => {
    return [at.toISOString(), event, actor, userId ?? '', ip ?? '', wordsOf(details)]
  })
  return {
    json: { items: events.map(toAuditEntry) },
    text:
      events.length === 0
        ? 'No events found.\n'
        : table(['TIME', 'EVENT', 'BY', 'ABOUT', 'IP', 'DETAILS'], rows),
  }
}

/** The same filters as over the API. */
function readFilters(
  { event, actor, ip }: Partial<Pick<AuditOptions, 'event' | 'actor' | 'ip'>>,
  requestId: string | undefined,
) {
  const { data, error } = ExportAuditInput.safeParse({
    ...{ event, actor, ip },
    ...(requestId !== undefined && { requestId }),
  })
  if (error === undefined) {
    const { event, actor, ip } = data
    return { event, actor, ip, requestId: data.requestId }
  }
  const [issue] = error.issues
  const name = String(issue?.path[0]).replace('requestId', 'request')
  throw new UsageError(`error: --${name}: ${issue?.message}`)
}

function wordsOf(details: Record<string, string | number | boolean | null>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

function readTime(text: string): Date {
  const ago = parseDuration(text)
  const time =
    ago === undefined
      ? new Date(/^\d{4}-\d\d-\d\d/.test(text) ? text : Number.NaN)
      : new Date(Date.now() - ago)
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(
      `error: --since ${JSON.stringify(text)}: must be a duration like 24h ` +
        'or a time like 2026-03-01T12:00:00Z',
    )
  }
  return time
}

function readLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit < 1)
    throw new UsageError(
      `error: --limit ${JSON.stringify(text)}: must be a number from 1 to 999999`,
    )
  return limit
}
