import {
  type ConsentRow,
  findConsent,
  listConsents as listRows,
  putConsent,
} from '../../../../db/queries/authoring/consents.ts'
import { lockCourseToWrite } from '../../../../db/queries/courses/courses/courses.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import type { Consent, ConsentList, DecideConsentInput, ListConsentsInput } from './schema.ts'

export async function listConsents(
  { db }: Deps,
  { courseId, ...page }: ListConsentsInput,
): Promise<ConsentList> {
  const rows = await listRows(db, { courseId, after: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toConsent)
}

/**
 * Lets a program have the course from its next version on, or withdraws that. Published versions
 * and what learners have stay as they are.
 * @throws CourseNotFound, InvalidFields
 */
export async function decideConsent(
  ctx: ActorDeps,
  { courseId, programId, allowed }: DecideConsentInput,
): Promise<Consent> {
  return inTransaction(ctx, async (ctx) => {
    // Locks the program, not the course, whose row is held by a publisher who waits for consents.
    const program = await lockCourseToWrite(ctx.db, programId)
    if (program === undefined) throw new AppError('CourseNotFound')
    if (program.kind !== 'program') throw notAProgram()
    const consent = { courseId, programId }
    const isNew = await putConsent(ctx.db, { ...consent, allowed, now: ctx.now() })
    const details = { programId, allowed }
    if (isNew) await recordHistory(ctx, 'consent-decided', { courseId, details })
    const decided = await findConsent(ctx.db, consent)
    if (decided === undefined) throw new AppError('CourseNotFound')
    return toConsent(decided)
  })
}

function notAProgram(): AppError {
  return new AppError('InvalidFields', {
    issues: [{ path: 'programId', message: 'is a course: choose a program' }],
  })
}

function toConsent({ id: programId, decidedAt, ...row }: ConsentRow): Consent {
  return { programId, ...row, decidedAt: decidedAt?.toISOString() ?? null }
}
