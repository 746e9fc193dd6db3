import type { NewInputRow } from '../../../../db/queries/learning/bulk-enrollments.ts'
import {
  type EnrollmentFacts,
  foretellEnrollments,
} from '../../../../db/queries/learning/enrollments/foretell.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError, type ErrorName } from '../../../errors/errors.ts'
import { ownLearnerOf } from '../../platform/admin/refuse-own.ts'
import { requireFuture } from '../enrollments/enroll-learner.ts'
import type { ClassList } from './read-class-list.ts'
import { readRow } from './read-row.ts'
import type { BulkEnrollmentLook, BulkOptions, CreateBulkEnrollmentInput } from './schema.ts'

const rowsShown = 100

/** Says what a bulk enrollment would do, and does nothing. */
export function foretellBulk(
  ctx: ActorDeps,
  { rows, ...options }: CreateBulkEnrollmentInput,
): Promise<BulkEnrollmentLook> {
  return foretellList(ctx, { rows, columns: [], unused: [] }, options)
}

/** Does the same with an uploaded file. */
export async function foretellBulkFromFile(
  ctx: ActorDeps,
  file: Uint8Array,
  options: BulkOptions,
): Promise<BulkEnrollmentLook> {
  const { readClassList } = await import('./read-class-list.ts')
  const list = await readClassList(file, { hasCourse: options.course !== undefined })
  return foretellList(ctx, list, options)
}

export async function foretellList(
  ctx: ActorDeps,
  {
    rows: given,
    columns,
    unused,
  }: Omit<ClassList, 'rows'> & { rows: ClassList['rows'] | CreateBulkEnrollmentInput['rows'] },
  options: BulkOptions,
): Promise<BulkEnrollmentLook> {
  const { timeZone = ctx.config.timeZone, waive } = options
  const read = given.map((row, place) => readRow(row, place, { ...options, timeZone }))
  const rows = read.map((row) => ({ ...row, email: row.email ?? '' }))
  const facts = await foretellEnrollments(ctx.db, { rows, now: ctx.now() })

  const foretold = judgeAll(ctx, rows, { facts, waive })
  const countOf = (outcome: Foretold['outcome']) =>
    foretold.filter((row) => row.outcome === outcome).length
  const [enrolled, invited, already] = [countOf('enrolled'), countOf('invited'), countOf('already')]
  const shown = [
    ...foretold.filter(({ outcome }) => outcome === 'failed'),
    ...foretold.filter(({ outcome }) => outcome !== 'failed'),
  ].slice(0, rowsShown)
  return {
    ...{ total: foretold.length, enrolled, invited, already, failed: countOf('failed') },
    mails: enrolled + invited,
    columns,
    unused,
    rows: shown.map(({ endsAt, subjectId: _subject, courseId: _course, ...row }) => ({
      ...row,
      endsOn: lastDayBefore(endsAt, timeZone),
    })),
  }
}

type Foretold = Omit<NewInputRow, 'outcome'> & {
  outcome: BulkEnrollmentLook['rows'][number]['outcome']
}

/** Judges in order: who comes first gets the last seat, and a repeated person is already there. */
function judgeAll(
  ctx: ActorDeps,
  rows: readonly NewInputRow[],
  { facts, waive }: { facts: readonly EnrollmentFacts[]; waive: string | undefined },
): Foretold[] {
  const taken = new Map<string, number>()
  const seen = new Set<string>()
  return rows.map((row, place) => {
    const fact = facts[place]
    if (row.outcome !== null || fact === undefined) return { ...row, outcome: 'failed' }
    const refusal = refusalOf(ctx, row, {
      ...fact,
      missing: waive === undefined ? fact.missing : null,
    })
    if (refusal !== undefined) return { ...row, outcome: 'failed', ...refusal }

    const key = `${fact.courseId} ${row.email}`
    if (fact.isThere || seen.has(key)) return { ...row, outcome: 'already' }
    const used = taken.get(fact.courseId ?? '') ?? 0
    if (!fact.hasSeat && fact.seatsLeft !== null && used >= fact.seatsLeft)
      return { ...row, outcome: 'failed', ...saidBy('CourseFull') }
    if (!fact.hasSeat) taken.set(fact.courseId ?? '', used + 1)
    seen.add(key)
    return { ...row, outcome: fact.isVerified ? 'enrolled' : 'invited' }
  })
}

/** Refuses as enrollLearner() does, in its order. */
function refusalOf(ctx: ActorDeps, { email, endsAt }: NewInputRow, fact: EnrollmentFacts) {
  if (ownLearnerOf(ctx) !== undefined && isSameEmail(email, ctx.user?.email))
    return saidBy('NotForYourself')
  if (fact.courseId === null) return saidBy('CourseNotFound')
  if (!fact.hasCohort) return saidBy('CohortNotFound')
  try {
    requireFuture(ctx, endsAt ?? undefined)
    if (endsAt === null) requireFuture(ctx, fact.cohortEndsAt, 'cohort')
  } catch (error) {
    const [issue] = (error as AppError).issues ?? []
    return { error: 'InvalidFields', message: `${issue?.path} ${issue?.message}` }
  }
  if (fact.missing !== null && !fact.wasThere && !(fact.isThere && fact.isVerified))
    return { error: 'PrerequisiteMissing', message: `course first complete ${fact.missing}` }
  if (fact.isVerified && fact.isPaid && endsAt !== null) return saidBy('CoursePaidFor')
  return undefined
}

function isSameEmail(one: string | null, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

function saidBy(name: ErrorName) {
  return { error: name, message: new AppError(name).message }
}
