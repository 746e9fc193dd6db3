import { findUserByEmail } from '../../../db/queries/accounts/users.ts'
import { type AuditEventRow, listAuditEvents } from '../../../db/queries/platform/audit.ts'
import { parseDuration } from '../../../server/config/duration.ts'
import type { Deps } from '../../../server/context.ts'
import { macOfEmail } from '../../../server/security/audit.ts'
import { readEmail } from '../arguments.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export interface AuditOptions {
  since?: string
  limit: string
}

export async function showAudit(
  email: string | undefined,
  { since, limit }: AuditOptions,
): Promise<CommandResult> {
  const subject = email === undefined ? undefined : readEmail(email)
  const [from, most] = [since === undefined ? undefined : readTime(since), readLimit(limit)]

  const events = await withDeps(async (deps) => {
    const about = subject === undefined ? undefined : await subjectOf(deps, subject)
    return listAuditEvents(deps.db, {
      limit: most,
      ...(about && { about }),
      ...(from && { since: from }),
    })
  })
  const rows = events.map(({ at, event, actor, userId, ip, details }) => {
    return [at.toISOString(), event, actor, userId ?? '', ip ?? '', wordsOf(details)]
  })
  return {
    json: { items: events.map(describe) },
    text:
      events.length === 0
        ? 'No events found.\n'
        : table(['TIME', 'EVENT', 'BY', 'ABOUT', 'IP', 'DETAILS'], rows),
  }
}

async function subjectOf({ db, keys }: Deps, email: string) {
  const user = await findUserByEmail(db, email)
  return { userId: user?.id, emailMacs: keys.allCodes.map((key) => macOfEmail(key, email)) }
}

function describe({ id, at, event, userId, actor, ip, requestId, details }: AuditEventRow) {
  return { id, at: at.toISOString(), event, actor, userId, ip, requestId, details }
}

function wordsOf(details: AuditEventRow['details']): string {
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
