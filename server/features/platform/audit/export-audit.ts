import type { AuditEventRow } from '../../../../db/queries/platform/audit.ts'
import { type Columns, writeCsv } from '../../../../lib/csv.ts'
import { newId } from '../../../../lib/ids.ts'
import type { UserContext } from '../../../context.ts'
import { withoutTexts } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { ExportAuditInput } from './schema.ts'
import { actorMeant, searchAudit, searchOf } from './search-audit.ts'

const columns: Columns<AuditEventRow> = {
  at: ({ at }) => at.toISOString(),
  event: ({ event }) => event,
  actor: ({ actor }) => actor,
  user_id: ({ userId }) => userId,
  ip: ({ ip }) => ip,
  request_id: ({ requestId }) => requestId,
  details: ({ details }) => JSON.stringify(details),
  id: ({ id }) => id,
}

const rowsPerPiece = 1_000

/** Writes everything that is found, newest first, piece by piece. */
export async function* writeAuditCsv(
  ctx: UserContext,
  given: ExportAuditInput,
): AsyncGenerator<string> {
  const { event, ip, requestId, from, to } = given
  const filters = { ...given, actor: await actorMeant(ctx, given.actor) }
  const { email, userId } = searchOf(ctx, filters)
  // Leaves the download itself out.
  const before = newId()
  await recordEvent(ctx, 'audit-exported', {
    userId: userId ?? null,
    // Names the subject without storing the email.
    ...(email !== undefined && { email }),
    details: {
      ...(event !== undefined && { event }),
      ...withoutTexts({ ip, requestId, from, to }),
    },
  })
  yield* writeCsv(columns, readAll(ctx, filters, before))
}

async function* readAll(
  ctx: UserContext,
  filters: ExportAuditInput,
  from: string,
): AsyncGenerator<AuditEventRow[]> {
  const search = searchOf(ctx, filters)
  for (let before = from; ; ) {
    const rows = await searchAudit(ctx, search, { before, limit: rowsPerPiece })
    yield rows
    const last = rows.at(-1)
    if (rows.length < rowsPerPiece || last === undefined) return
    before = last.id
  }
}
