import { z } from 'zod'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  pageInput,
} from '../../../../lib/schema.ts'

const courseId = field(IdInPath, 'The course', exampleIds.course)
const allowed = z
  .boolean()
  .describe('Whether the program may have the course, for everyone whom the program takes')

export const Consent = named('Consent', 'Whether a program may have a course', {
  programId: field(Id, 'The program', exampleIds.course),
  slug: field(z.string(), 'Its readable id', 'api-developer'),
  allowed: allowed.nullable().describe('What the owners of the course said last; null: nothing'),
  decidedAt: Instant.nullable().describe('When they said it'),
  isNamed: z.boolean().describe('Whether the current version of the program has the course'),
})
export type Consent = z.infer<typeof Consent>

export const ConsentList = listOf(
  Consent,
  'Programs that have the course, or that its owners spoke of, in the order of their ids',
)
export type ConsentList = z.infer<typeof ConsentList>

export const ListConsentsInput = z.strictObject({ courseId, ...pageInput })
export type ListConsentsInput = z.infer<typeof ListConsentsInput>

export const DecideConsentInput = namedInput(
  'DecideConsentInput',
  'Whether a program may have the course',
  {
    courseId,
    programId: field(IdInPath, 'The program', exampleIds.course),
    allowed,
  },
)
export type DecideConsentInput = z.infer<typeof DecideConsentInput>
