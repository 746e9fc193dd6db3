import { type EventRow, findEvents } from '../../../../db/queries/platform/events.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { LyceumEvent } from './event-types.ts'
import type { EventList, ListEventsInput } from './schema.ts'

/** Lists what happened after an event, or from the oldest one kept. */
export async function listEvents(
  { db, quarantine }: Pick<Deps, 'db' | 'quarantine'>,
  { after, types, limit }: ListEventsInput,
): Promise<EventList> {
  const { rows, start, end, newest } = await findEvents(db, { after, types, limit })
  if (after !== undefined && after < start)
    throw new AppError('EventsForgotten', { facts: { oldest: start + 1, after: start } })
  if (after !== undefined && after > newest) {
    // Answers nothing after a restore, whose readers may know more events, until numbers are given.
    if ((await quarantine.find()) !== undefined)
      return { items: [], after, hasMore: false, newest: after }
    throw new AppError('InvalidFields', {
      issues: [{ path: 'after', message: `is above the number of the newest event, ${newest}` }],
    })
  }

  // Ends a full page with its last item; others reach as far as was looked.
  const next = rows.length === limit ? (rows.at(-1)?.number ?? end) : end
  return { items: rows.map(toEvent), after: next, hasMore: next < newest, newest }
}

/**
 * Describes it as programs see it. Tests check that the triggers that write events keep to their
 * schemas.
 */
export function toEvent({ id, number, type, at, data }: EventRow): LyceumEvent {
  return { id, number, type, timestamp: at.toISOString(), data } as LyceumEvent
}
