import * as stored from '../../../../db/queries/maintenance/quarantine.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'

export interface EnteredQuarantine {
  state: stored.QuarantineRow
  /** False when the service was in quarantine before. */
  isNew: boolean
  ended: { sessions: number; codes: number }
  /** Jobs that a backup revived: what they were to send was sent, or is found anew. */
  droppedJobs: stored.DroppedJobs[]
}

export interface QuarantineRequest {
  /** The moment of the data; undefined for the last trace in the data itself. */
  dataFrom: Date | undefined
  reason: string
}

/**
 * Puts the service into quarantine: every process only reads, and nothing leaves it. Ends all
 * sessions and codes, and drops unfinished jobs. Repeating it changes nothing.
 */
export async function enterQuarantine(
  ctx: Deps,
  { dataFrom, reason }: QuarantineRequest,
): Promise<EnteredQuarantine> {
  return inTransaction(ctx, async (ctx) => {
    const from = dataFrom ?? (await stored.findLastTrace(ctx.db))
    if (from === undefined)
      throw new AppError('InvalidFields', {
        issues: [{ path: 'dataFrom', message: 'is required: nothing in the data says' }],
      })
    const isNew = await stored.insertQuarantine(ctx.db, { dataFrom: from, reason })
    const state = await stored.lockQuarantine(ctx.db)
    if (state === undefined) throw new Error('The quarantine was not written.')
    if (!isNew) return { state, isNew, ended: { sessions: 0, codes: 0 }, droppedJobs: [] }

    const ended = await stored.endAllAccess(ctx.db)
    const droppedJobs = await stored.deleteOpenJobs(ctx.db)
    await recordEvent(ctx, 'quarantine-entered', {
      userId: null,
      details: { dataFrom: from.toISOString() },
      reason,
    })
    return { state, isNew, ended, droppedJobs }
  })
}
