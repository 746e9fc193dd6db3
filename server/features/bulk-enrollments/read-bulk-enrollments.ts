import {
  type BulkEnrollmentRow,
  deleteBulkEnrollmentsBefore,
  findBulkEnrollment,
  type InputRow,
  listBulkEnrollments as listBulks,
  listInputRows,
} from '../../../db/queries/learning/bulk-enrollments.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { toCsv } from '../../lib/csv.ts'
import { startOf, toPage } from '../../lib/lists/pagination.ts'
import { cursorOf, placeOf } from '../../lib/lists/sorted-pages.ts'
import {
  type BulkEnrollment,
  type BulkEnrollmentInput,
  type BulkEnrollmentList,
  type BulkEnrollmentResult,
  type BulkEnrollmentResultList,
  type ListBulkEnrollmentsInput,
  type ListRowsInput,
  maxRows,
} from './schema.ts'

const millisecondsKept = 30 * 86_400_000

export async function getBulkEnrollment(
  { db }: Pick<Deps, 'db'>,
  { id }: BulkEnrollmentInput,
): Promise<BulkEnrollment> {
  return toBulkEnrollment(await findExisting(db, id))
}

export async function listBulkEnrollments(
  { db }: Pick<Deps, 'db'>,
  page: ListBulkEnrollmentsInput,
): Promise<BulkEnrollmentList> {
  const rows = await listBulks(db, { before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toBulkEnrollment)
}

export async function listRows(
  { db }: Pick<Deps, 'db'>,
  { id, limit, cursor, outcome }: ListRowsInput,
): Promise<BulkEnrollmentResultList> {
  await findExisting(db, id)
  const list = [id, outcome]
  const place = cursor === undefined ? undefined : placeOf(cursor, list)
  if (cursor !== undefined && typeof place?.value !== 'number')
    throw new AppError('InvalidFields', {
      issues: [{ path: 'cursor', message: 'is not a nextCursor of this list' }],
    })
  const after = Number(place?.value ?? 0)
  const rows = await listInputRows(db, { bulkId: id, after, outcome, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(toResult),
    nextCursor: last === undefined ? null : cursorOf({ value: last.row, id }, list),
  }
}

const columns = [
  'line',
  'email',
  'name',
  'course',
  'cohort',
  'endsAt',
  'outcome',
  'error',
  'message',
]

/** All rows as CSV: at most ten thousand. */
export async function exportRows(
  { db }: Pick<Deps, 'db'>,
  { id }: BulkEnrollmentInput,
): Promise<string> {
  await findExisting(db, id)
  const all = { bulkId: id, after: 0, outcome: undefined, limit: maxRows }
  const rows = (await listInputRows(db, all)).map(toResult)
  return toCsv(
    columns,
    rows.map(({ row, line, email, name, course, cohort, endsAt, outcome, error, message }) => [
      line ?? row,
      email,
      name,
      course,
      cohort,
      endsAt,
      outcome,
      error,
      message,
    ]),
  )
}

async function findExisting(db: Deps['db'], id: string): Promise<BulkEnrollmentRow> {
  const bulk = await findBulkEnrollment(db, id)
  if (bulk === undefined) throw new AppError('BulkEnrollmentNotFound')
  return bulk
}

export function toBulkEnrollment({
  createdAt,
  endedAt,
  ...bulk
}: BulkEnrollmentRow): BulkEnrollment {
  return {
    ...bulk,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

function toResult({ bulkId: _bulkId, endsAt, ...row }: InputRow): BulkEnrollmentResult {
  return { ...row, endsAt: endsAt?.toISOString() ?? null }
}

/** Part of the clean-up job. */
export async function forgetOldBulkEnrollments({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteBulkEnrollmentsBefore(db, new Date(now().getTime() - millisecondsKept))
}
