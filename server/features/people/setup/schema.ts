import { z } from 'zod'
import { field, named, namedInput, text } from '../../../../lib/schema.ts'

export const Setup = named('Setup', 'Whether the school has somebody who runs it', {
  hasAdministrator: field(z.boolean(), 'Whether an administrator can sign in', true),
})
export type Setup = z.infer<typeof Setup>

export const ClaimSchoolInput = namedInput(
  'ClaimSchoolInput',
  'The link of the first administrator',
  {
    token: field(
      text(200),
      'What the link that the server printed has behind `token=`',
      'MTc2Ng.c2ln',
    ),
  },
)
export type ClaimSchoolInput = z.infer<typeof ClaimSchoolInput>

export const setupSteps = [
  'administrator',
  'look',
  'mail',
  'payments',
  'course',
  'cohort',
  'catalogue',
] as const

const SetupStep = named('SetupStep', 'A step of the first day', {
  name: field(
    z.enum(setupSteps),
    'look: a name and a logo of its own; mail: one was taken by your mail server; payments: a ' +
      'provider that takes real money; course: one is published; cohort: there is one; ' +
      'catalogue: strangers may see it',
    'mail',
  ),
  isDone: field(z.boolean(), 'Whether it is done', false),
})

export const SetupStepList = named('SetupStepList', 'The steps of the first day, in order', {
  items: z.array(SetupStep).describe('All steps, done or not'),
})
export type SetupStepList = z.infer<typeof SetupStepList>
