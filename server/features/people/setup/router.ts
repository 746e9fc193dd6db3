import { Empty } from '../../../../lib/schema.ts'
import { adminProcedure, router, userProcedure } from '../../../trpc.ts'
import { claimSchool, getSetup } from './first-administrator.ts'
import { listSetupSteps } from './list-steps.ts'
import * as schema from './schema.ts'

export const setupRouter = router({
  get: userProcedure
    .meta({
      route: 'GET /api/v1/setup',
      summary: 'Get whether the school has an administrator',
      noStore: true,
    })
    .input(Empty)
    .output(schema.Setup)
    .query(({ ctx }) => getSetup(ctx)),

  claim: userProcedure
    .meta({
      route: 'POST /api/v1/setup/administrator',
      summary: 'Become the first administrator',
      errors: ['InvalidCode', 'AdministratorExists'],
      limits: ['profileChangesPerAccount'],
      description:
        'Takes the token of the link that the server prints when it starts without an ' +
        'administrator: valid for a day, and until there is one.',
    })
    .input(schema.ClaimSchoolInput)
    .output(schema.Setup)
    .mutation(({ ctx, input }) => claimSchool(ctx, input)),
})

export const adminSetupRouter = router({
  steps: adminProcedure('courses:own')
    .meta({
      route: 'GET /api/v1/admin/setup',
      summary: 'List the steps of the first day of a school',
      description: 'What a new school does first, with what is done.',
    })
    .input(Empty)
    .output(schema.SetupStepList)
    .query(({ ctx }) => listSetupSteps(ctx)),
})
