import { memberProcedure, router } from '../../../trpc.ts'
import { decideConsent, listConsents } from './consents.ts'
import * as schema from './schema.ts'

const path = '/api/v1/authoring/courses/{courseId}/programs' as const

export const consentsRouter = router({
  list: memberProcedure('own')
    .meta({
      route: `GET ${path}`,
      summary: 'List the programs that have your course, or may have it',
    })
    .input(schema.ListConsentsInput)
    .output(schema.ConsentList)
    .query(({ ctx, input }) => listConsents(ctx, input)),

  decide: memberProcedure('own')
    .meta({
      route: `PUT ${path}/{programId}`,
      summary: 'Let a program of somebody else have your course, or withdraw that',
      description:
        'Who takes the program gets the course with it. Withdrawn, the next version of the ' +
        'program has to go without the course; what is published stays, and nobody loses access.',
      repeatable: true,
    })
    .input(schema.DecideConsentInput)
    .output(schema.Consent)
    .mutation(({ ctx, input }) => decideConsent(ctx, input)),
})
