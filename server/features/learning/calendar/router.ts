import { Empty } from '../../../../lib/schema.ts'
import { userProcedure } from '../../../trpc.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { makeCalendarKey, revokeCalendarKey } from './calendar-key.ts'
import { listAgenda } from './list-agenda.ts'
import * as schema from './schema.ts'

export const calendarProcedures = {
  agenda: userProcedure
    .meta({
      route: 'GET /api/v1/me/agenda',
      summary: 'List what opens and is due for you in some days',
      noStore: true,
      description: 'In the courses that are open to you, up to those that you enrolled in last.',
    })
    .input(schema.AgendaInput)
    .output(schema.Agenda)
    .query(({ ctx, input }) => listAgenda(ctx, input)),

  makeCalendarKey: userProcedure
    .meta({
      route: 'POST /api/v1/me/calendar-key',
      summary: 'Make or renew the key of your calendar',
      description: 'The address with the key that you had before answers 404 from then on.',
      limits: ['calendarKeysPerAccount'],
      proof: true,
    })
    .input(schema.MakeCalendarKeyInput)
    .output(schema.CalendarKey)
    .mutation(({ ctx, input }) => withProof(ctx, input, makeCalendarKey)),

  revokeCalendarKey: userProcedure
    .meta({
      route: 'DELETE /api/v1/me/calendar-key',
      summary: 'Revoke the key of your calendar',
      limits: ['calendarKeysPerAccount'],
      repeatable: true,
    })
    .input(Empty)
    .output(schema.RevokedCalendarKey)
    .mutation(({ ctx }) => revokeCalendarKey(ctx)),
}
