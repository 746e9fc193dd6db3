import {
  type BulkEnrollmentRow,
  deleteBulkEnrollmentsBefore,
  findBulkEnrollment,
  type InputRow,
  listBulkEnrollments as listBulks,
  listInputRows,
} from '../../../../db/queries/learning/bulk-enrollments.ts'
import { type Columns, writeCsv } from '../../../../lib/csv.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { lastDayBefore, saidOfEnd } from '../../../../lib/lists/periods.ts'
import { cursorOf, placeOf } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type * as schema from './schema.ts'

type Reading = Pick<Deps, 'config' | 'db'>

const millisecondsKept = 30 * 86_400_000

export async function getBulkEnrollment(
  { db }: Pick<Deps, 'db'>,
  { bulkEnrollmentId: id }: schema.BulkEnrollmentInput,
): Promise<schema.BulkEnrollment> {
  return toBulkEnrollment(await findExisting(db, id))
}

export async function listBulkEnrollments(
  { db }: Pick<Deps, 'db'>,
  page: schema.ListBulkEnrollmentsInput,
): Promise<schema.BulkEnrollmentList> {
  const rows = await listBulks(db, { before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toBulkEnrollment)
}

export async function listRows(
  ctx: Reading,
  { bulkEnrollmentId: id, limit, cursor, outcome }: schema.ListRowsInput,
): Promise<schema.BulkEnrollmentResultList> {
  await findExisting(ctx.db, id)
  const list = [id, outcome]
  const place = cursor === undefined ? undefined : placeOf(cursor, list)
  if (cursor !== undefined && typeof place?.value !== 'number')
    throw new AppError('InvalidFields', {
      issues: [{ path: 'cursor', message: 'is not a nextCursor of this list' }],
    })
  const after = Number(place?.value ?? 0)
  const rows = await listInputRows(ctx.db, { bulkId: id, after, outcome, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => toResult(ctx, row)),
    nextCursor: last === undefined ? null : cursorOf({ value: last.row, id }, list),
  }
}

/** Defines columns with the names and formats of the input's. */
const columnsOf = ({ config }: Reading): Columns<schema.BulkEnrollmentResult> => ({
  line: ({ line, row }) => line ?? row,
  email: ({ email }) => email,
  name: ({ name }) => name,
  course: ({ course }) => course,
  cohort: ({ cohort }) => cohort,
  endsAt: ({ endsAt }) => endsAt && saidOfEnd(new Date(endsAt), config.timeZone),
  outcome: ({ outcome }) => outcome,
  error: ({ error }) => error,
  message: ({ message }) => message,
})

/** Writes all rows as CSV, in the order of the input. */
export function writeRowsCsv(
  ctx: Reading,
  { bulkEnrollmentId: id }: schema.BulkEnrollmentInput,
): AsyncGenerator<string> {
  return writeCsv(columnsOf(ctx), readAllRows(ctx, id))
}

const rowsAtOnce = 1_000

async function* readAllRows(
  ctx: Reading,
  id: string,
): AsyncGenerator<schema.BulkEnrollmentResult[]> {
  await findExisting(ctx.db, id)
  for (let after = 0; ; ) {
    const rows = await listInputRows(ctx.db, {
      bulkId: id,
      after,
      outcome: undefined,
      limit: rowsAtOnce,
    })
    yield rows.map((row) => toResult(ctx, row))
    const last = rows.at(-1)
    if (rows.length < rowsAtOnce || last === undefined) return
    after = last.row
  }
}

export async function findExisting(db: Deps['db'], id: string): Promise<BulkEnrollmentRow> {
  const bulk = await findBulkEnrollment(db, id)
  if (bulk === undefined) throw new AppError('BulkEnrollmentNotFound')
  return bulk
}

export function toBulkEnrollment({
  requestedByKey: _key,
  requestedByOperator: _operator,
  given: _given,
  ...bulk
}: BulkEnrollmentRow): schema.BulkEnrollment {
  return withIsoDates(bulk)
}

export function toResult(
  { config }: Reading,
  { bulkId: _bulkId, subjectId: _subject, courseId: _course, ...row }: InputRow,
): schema.BulkEnrollmentResult {
  return withIsoDates({ ...row, endsOn: lastDayBefore(row.endsAt, config.timeZone) })
}

/** Part of the clean-up job. */
export async function forgetOldBulkEnrollments({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteBulkEnrollmentsBefore(db, new Date(now().getTime() - millisecondsKept))
}
