import { userProcedure } from '../../../trpc.ts'
import * as schema from './schema.ts'
import { searchEverything } from './search-everything.ts'

export const searchProcedures = {
  everything: userProcedure
    .meta({
      route: 'GET /api/v1/search/everything',
      summary: 'Search people, courses, and what they have to do with each other',
      limits: ['thingsSearchedPerAccount'],
      noStore: true,
      description:
        'For staff, to find and to choose: accounts, invitations, purchases, certificates, ' +
        'courses and cohorts. Each kind has what you may read elsewhere: all of it with the ' +
        'permission of its list; else the learners and cohorts that you teach, the courses that ' +
        'you work on, and published ones. In a large school, one or two letters are looked for ' +
        'among the newest of each kind.',
    })
    .input(schema.SearchEverythingInput)
    .output(schema.FoundThings)
    .query(({ ctx, input }) => searchEverything(ctx, input)),
}
