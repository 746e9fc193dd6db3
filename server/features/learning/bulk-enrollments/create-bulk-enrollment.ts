import {
  type BulkEnrollmentRow,
  countRunning,
  insertBulkEnrollment,
  insertInputRows,
  lockBeginning,
  type NewInputRow,
} from '../../../../db/queries/learning/bulk-enrollments.ts'
import { newId } from '../../../../lib/ids.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { type AuditContext, recordEvent } from '../../../security/audit.ts'
import { takeForRequest } from '../../../security/budgets.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { enqueueBulk } from './enroll-in-bulk.ts'
import { toBulkEnrollment } from './read-bulk-enrollments.ts'
import type { ClassList, GivenLine } from './read-class-list.ts'
import { readRow } from './read-row.ts'
import type { BulkEnrollment, BulkOptions, CreateBulkEnrollmentInput, GivenRow } from './schema.ts'

/** Lets each have its turn for some seconds; more would only wait. A course has one of its own. */
const maxRunning = 3

/** Begins to enroll many; a job goes on. */
export async function createBulkEnrollment(
  ctx: UserContext,
  input: CreateBulkEnrollmentInput,
): Promise<BulkEnrollment> {
  const effect = async (ctx: UserContext) => {
    const bulk = await beginBulk(ctx, input.rows, input)
    await enqueueBulk(ctx, bulk.id)
    return toBulkEnrollment(bulk)
  }
  return performOnce(ctx, { input, effect })
}

/** Does the same with an uploaded file. */
export async function createBulkEnrollmentFromCsv(
  ctx: UserContext,
  file: Uint8Array,
  options: BulkOptions,
): Promise<BulkEnrollment> {
  const { rows } = await readCounted(ctx, file, options)
  return createBulkEnrollment(ctx, { ...options, rows })
}

/** Counts a bad file, too, which performOnce() never sees under an idempotency key. */
async function readCounted(
  ctx: UserContext,
  file: Uint8Array,
  { course }: BulkOptions,
): Promise<ClassList> {
  try {
    const { readClassList } = await import('./read-class-list.ts')
    return await readClassList(file, { hasCourse: course !== undefined })
  } catch (error) {
    if (ctx.idempotencyKey !== undefined) await takeForRequest(ctx, ctx.operation?.limits ?? [])
    throw error
  }
}

/** @throws BulkEnrollmentsRunning */
export async function beginBulk(
  ctx: ActorDeps & Pick<AuditContext, 'caller'>,
  rows: readonly (GivenRow | GivenLine)[],
  options: BulkOptions,
) {
  const { timeZone = ctx.config.timeZone, waive } = options
  const read = rows.map((given, place) => readRow(given, place, { ...options, timeZone }))
  return storeBulk(ctx, read, { waive })
}

/** @throws BulkEnrollmentsRunning */
export async function storeBulk(
  ctx: ActorDeps & Pick<AuditContext, 'caller'>,
  rows: readonly NewInputRow[],
  of: Partial<Pick<BulkEnrollmentRow, 'act' | 'given' | 'courseId'>> & {
    waive?: string | undefined
  },
) {
  const { courseId = null } = of
  return inTransaction(ctx, async (ctx) => {
    await lockBeginning(ctx.db)
    const running = await countRunning(ctx.db, courseId)
    if (running >= (courseId === null ? maxRunning : 1))
      throw new AppError('BulkEnrollmentsRunning')

    const bulk = await insertBulkEnrollment(ctx.db, {
      ...of,
      id: newId(),
      total: rows.length,
      requestedBy: ctx.user?.id ?? null,
      requestedByKey: ctx.caller?.key?.id ?? null,
      requestedByOperator: ctx.operator ?? null,
      waive: of.waive ?? null,
      createdAt: ctx.now(),
    })
    await insertInputRows(ctx.db, bulk.id, rows)
    await recordEvent(ctx, 'bulk-enrollment-requested', {
      userId: null,
      details: changeOf(undefined, {
        bulkEnrollmentId: bulk.id,
        rows: rows.length,
        ...(of.act && { act: of.act }),
        ...(courseId && { courseId }),
      }),
    })
    return bulk
  })
}
