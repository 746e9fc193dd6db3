import { z } from 'zod'
import { exampleIds, field, Id, Instant, named, pageInput, text } from '../../../../lib/schema.ts'

export const thingKinds = [
  'account',
  'invitation',
  'purchase',
  'certificate',
  'course',
  'cohort',
] as const

const kind = field(z.enum(thingKinds), 'What it is', 'account')

export const FoundThing = named('FoundThing', 'Something that a search found', {
  kind,
  id: field(Id, 'Its id', exampleIds.user),
  name: field(
    z.string(),
    'The name of the account, course or cohort, the learner of the certificate, the buyer, or ' +
      'the email that is invited; empty where the account of a buyer is erased',
    'Ada Lovelace',
  ),
  key: field(
    z.string().nullable(),
    'What else names it: the email of an account, if you may see it; the slug of a course; the ' +
      'code of a certificate; the number of a receipt',
    'ada.lovelace@example.com',
  ),
  about: field(
    z.string().nullable(),
    'What it is about: the course of an invitation or certificate',
    'Building a course player',
  ),
  status: field(z.string().nullable(), 'Its status, as its list has it', 'published'),
  courseId: field(
    Id.nullable(),
    'The course in which you work with it: of a course, of a learner that you teach, or of a ' +
      'cohort; null if you do not',
    exampleIds.course,
  ),
  at: Instant.describe('When it began: registered, invited, bought, issued, created, enrolled'),
})
export type FoundThing = z.infer<typeof FoundThing>

export const FoundThings = named('FoundThings', 'What a search found, kind by kind', {
  items: z.array(FoundThing).describe('At most `limit` of each kind, the newest first'),
})
export type FoundThings = z.infer<typeof FoundThings>

export const SearchEverythingInput = z.strictObject({
  q: field(
    text(320)
      .refine((q) => q.split(/\s+/).length <= 5, 'has more than five words')
      .optional(),
    'Words that are all in its name, email, title or slug, whole or in part; or an id, a code, a ' +
      'receipt number, or a reference of a payment provider. Without it, the newest of each kind',
    'lovelace',
  ),
  kind: kind.optional().describe('Only this kind'),
  courseId: field(
    Id.optional(),
    'Only accounts and cohorts that you work with in this course',
    exampleIds.course,
  ),
  limit: field(pageInput.limit.unwrap().max(20).default(5), 'How many of each kind', 5),
})
export type SearchEverythingInput = z.infer<typeof SearchEverythingInput>
