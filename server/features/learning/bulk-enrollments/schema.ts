import { z } from 'zod'
import { workStatuses } from '../../../../db/columns.ts'
import { rowOutcomes } from '../../../../db/queries/learning/bulk-enrollments.ts'
import { bulkActs } from '../../../../db/schema/learning/bulk-enrollments.ts'
import { Day, isTimeZone } from '../../../../lib/lists/periods.ts'
import { isCursor } from '../../../../lib/lists/sorted-pages.ts'
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
  text,
} from '../../../../lib/schema.ts'

import { waive } from '../enrollments/admin-schema.ts'
import { columnNames } from './columns.ts'

export const maxRows = 10_000
/** Replaces what cannot be stored, so that it fails only its own row. */
const given = z
  .string()
  .max(1000)
  .overwrite((value) => value.replaceAll('\0', '\ufffd').toWellFormed())

const outcomesMean =
  'enrolled: access is new; changed: it was there, and its end or cohort is different now; ' +
  'unchanged: all of that was there; invited: the place waits for somebody without a verified ' +
  'account; failed: see `error`'
const outcome = z.enum(rowOutcomes)

/** Requires little, because a fault in one row refuses that row alone. */
export const GivenRow = namedInput('BulkEnrollmentInputRow', 'Somebody to enroll', {
  email: field(given, 'Whom to enroll', 'ada.lovelace@example.com'),
  name: given.optional().meta({
    description: 'For your own records: it comes back with the result',
    examples: ['Ada Lovelace'],
  }),
  course: given.optional().meta({
    description: 'Slug or id. Default: the course of the request',
    examples: ['building-a-course-player'],
  }),
  cohort: given.optional().meta({
    description: 'Name or id of the cohort that the enrollment comes with',
    examples: ['Spring 2026'],
  }),
  endsAt: field(
    given.optional(),
    'When access ends: a day, which counts to its end, also as 31.12.2026, or an instant. ' +
      'Default: that of the cohort, or never',
    '2026-12-31',
  ),
})
export type GivenRow = z.infer<typeof GivenRow>

/** Options that apply to all rows. */
export const BulkOptions = z.strictObject({
  course: field(
    text(200).optional(),
    'Slug or id of the course of rows that name none',
    'building-a-course-player',
  ),
  timeZone: field(
    z.string().max(64).refine(isTimeZone, 'is not a time zone such as Europe/Berlin').optional(),
    'Where the days of `endsAt` end (IANA). Default: where the school is',
    'Europe/Berlin',
  ),
  waive: waive.optional(),
})
export type BulkOptions = z.infer<typeof BulkOptions>

export const CreateBulkEnrollmentInput = BulkOptions.extend({
  rows: z
    .array(GivenRow)
    .min(1)
    .max(maxRows)
    .meta({ description: `Whom to enroll, ${maxRows} at most` }),
}).meta({ id: 'CreateBulkEnrollmentInput', description: 'Many enrollments at once' })
export type CreateBulkEnrollmentInput = z.infer<typeof CreateBulkEnrollmentInput>

const count = (description: string) => field(z.int(), description, 12)

export const BulkEnrollment = named(
  'BulkEnrollment',
  'Many enrollments at once, and how far they are',
  {
    id: field(Id, 'The bulk enrollment', exampleIds.transaction),
    status: z.enum(workStatuses).meta({
      description: 'running: a job goes on with it; done: every row has its result',
      examples: ['running'],
    }),
    act: field(z.enum(bulkActs), 'What is done with each row', 'enroll'),
    courseId: Id.nullable().meta({
      description: 'The course whose staff asked for it; null for the school',
      examples: [null],
    }),
    total: count('Number of rows'),
    done: count('Rows that have their result'),
    enrolled: count('Rows with new access'),
    changed: count(
      'Rows whose enrollment has a different end or cohort now, or that were acted on',
    ),
    unchanged: count('Rows that changed nothing'),
    invited: count('Rows of people without a verified account'),
    failed: count('Rows that failed'),
    requestedBy: Id.nullable().meta({
      description: 'The account that asked for it; null for an operator and an erased account',
      examples: [exampleIds.user],
    }),
    waive: waive.nullable().describe('Why requirements of courses are waived; null: they are not'),
    createdAt: Instant.describe('When it was requested'),
    endedAt: Instant.nullable().describe('When it was done; null until then'),
  },
)
export type BulkEnrollment = z.infer<typeof BulkEnrollment>

export const BulkEnrollmentList = listOf(BulkEnrollment, 'Bulk enrollments, newest first')
export type BulkEnrollmentList = z.infer<typeof BulkEnrollmentList>

export const BulkEnrollmentResult = named(
  'BulkEnrollmentResult',
  'A row of the input with its result',
  {
    row: field(z.int(), 'Its place in the input, from 1 on', 17),
    line: field(z.int().nullable(), 'The line of the file; null without a file', 18),
    email: field(
      z.string().nullable(),
      'As it was given; null once the account is erased',
      'ada.lovelace@example.com',
    ),
    name: field(z.string().nullable(), 'As it was given', 'Ada Lovelace'),
    course: field(z.string(), 'As it was given', 'building-a-course-player'),
    cohort: field(z.string().nullable(), 'As it was given', 'Spring 2026'),
    endsAt: Instant.nullable().describe('When access ends; null where the row does not say'),
    endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
    outcome: field(outcome.nullable(), `${outcomesMean}; null: not yet done`, 'enrolled'),
    error: field(z.string().nullable(), 'Name of the error; null if it did not fail', 'CourseFull'),
    message: field(z.string().nullable(), 'How to correct it', 'This course is full.'),
  },
)
export type BulkEnrollmentResult = z.infer<typeof BulkEnrollmentResult>

export const BulkEnrollmentResultList = listOf(
  BulkEnrollmentResult,
  'Rows in the order of the input',
)
export type BulkEnrollmentResultList = z.infer<typeof BulkEnrollmentResultList>

const lookOutcome = z.enum(['enrolled', 'invited', 'already', 'failed'])

export const BulkEnrollmentLook = named('BulkEnrollmentLook', 'What a bulk enrollment would do', {
  total: count('Number of rows'),
  enrolled: count('Rows that would give access'),
  invited: count('Rows that would invite somebody without a verified account'),
  already: count('Rows of people who are there: at most their end or cohort would change'),
  failed: count('Rows that would fail'),
  mails: count('Mails that would go out'),
  columns: z
    .array(
      z.object({
        title: field(z.string(), 'As the file calls it', 'E-Mail'),
        readAs: z.enum(columnNames),
      }),
    )
    .meta({ description: 'What the columns of a file were read as' }),
  unused: z
    .array(field(z.string(), 'Its title', 'Telefon'))
    .meta({ description: 'Columns and sheets of a file that nothing is read from' }),
  rows: z
    .array(
      BulkEnrollmentResult.omit({ endsAt: true, outcome: true })
        .extend({
          outcome: lookOutcome.describe('What the row would do; failed: see `error`'),
        })
        .meta({ id: 'ForetoldEnrollment', description: 'A row, and what it would do' }),
    )
    .meta({ description: 'The first 100, those that would fail before the others' }),
})
export type BulkEnrollmentLook = z.infer<typeof BulkEnrollmentLook>

const bulkEnrollmentId = field(IdInPath, 'The bulk enrollment', exampleIds.transaction)

export const BulkEnrollmentInput = z.strictObject({ bulkEnrollmentId })
export type BulkEnrollmentInput = z.infer<typeof BulkEnrollmentInput>

export const ListBulkEnrollmentsInput = z.strictObject({ ...pageInput })
export type ListBulkEnrollmentsInput = z.infer<typeof ListBulkEnrollmentsInput>

export const ListRowsInput = z.strictObject({
  bulkEnrollmentId,
  limit: pageInput.limit,
  cursor: field(
    z.string().max(200).refine(isCursor, 'is not a nextCursor of this list').optional(),
    'Where the page starts: `nextCursor` of the previous page',
    'WyJhYmMiLDIwLCIwMTlhOWM0MCJd',
  ),
  outcome: field(outcome.optional(), 'Only rows with this result', 'failed'),
})
export type ListRowsInput = z.infer<typeof ListRowsInput>
