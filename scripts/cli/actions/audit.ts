import { parseDuration } from '../../../server/config/duration.ts'
import { ExportAuditInput } from '../../../server/features/base/audit/schema.ts'
import {
  searchAudit,
  searchOf,
  toAuditEntry,
} from '../../../server/features/base/audit/search-audit.ts'
import { readEmail } from '../arguments.ts'
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
  limit: string
}

export async function showAudit(
  email: string | undefined,
  { since, limit, event, actor, ip, request: requestId }: AuditOptions,
): Promise<CommandResult> {
  const filters = { event, actor, ip, requestId }
  const search = {
    ...searchOf(readInput(ExportAuditInput, filters, { requestId: 'request' })),
    email: email === undefined ? undefined : readEmail(email),
    from: since === undefined ? undefined : readTime(since),
  }
  const most = readLimit(limit)

  const events = await withDeps((deps) => searchAudit(deps, search, { limit: most }))
  return listOf(events.map(toAuditEntry), {
    columns: {
      TIME: 'at',
      EVENT: 'event',
      BY: 'actor',
      ABOUT: ({ userId }) => userId ?? '',
      IP: ({ ip }) => ip ?? '',
      DETAILS: ({ details }) => wordsOf(details),
    },
    none: 'No events found.',
  })
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
