import {
  endTelling,
  type FlawRow,
  findFlaw,
  listReports,
  listFlaws as listRows,
  listUntoldReports,
  markTold,
  settleFlaw as settleRow,
  type UntoldReport,
} from '../../../../db/queries/learning/flaws.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { coursePageOf, notify } from '../../platform/notifications/notify.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import type * as schema from './schema.ts'

/** Lists what learners of a course say is wrong, newest first. */
export async function listFlaws(
  { db }: Pick<Deps, 'db'>,
  { cursor, limit, ...chosen }: schema.ListFlawsInput,
): Promise<schema.FlawList> {
  const range = { before: startOf({ cursor, limit }), limit: limit + 1 }
  return toPage(await listRows(db, { ...chosen, ...range }), limit, toFlaw)
}

/** @throws FlawNotFound */
export async function getFlaw(
  { db }: Pick<Deps, 'db'>,
  of: schema.FlawInput,
): Promise<schema.Flaw> {
  const flaw = await findFlaw(db, of)
  if (flaw === undefined) throw new AppError('FlawNotFound')
  return toFlaw(flaw)
}

/**
 * Lists what learners say about a case, without their names: what counts is the lesson.
 * @throws FlawNotFound
 */
export async function listFlawWords(
  ctx: Pick<Deps, 'db'>,
  { courseId, flawId, ...page }: schema.FlawWordsInput,
): Promise<schema.FlawWordsList> {
  await getFlaw(ctx, { courseId, flawId })
  const range = { before: startOf(page), limit: page.limit + 1 }
  return toPage(await listReports(ctx.db, { flawId, ...range }), page.limit, withIsoDates)
}

/**
 * Settles a case, and tells whoever reported it.
 * @throws FlawNotFound, FlawSettled
 */
export async function settleFlaw(
  ctx: UserContext,
  { courseId, flawId, outcome, reply }: schema.SettleFlawInput,
): Promise<schema.Flaw> {
  await inTransaction(ctx, async (ctx) => {
    const said = { outcome, reply: reply ?? null, at: ctx.now(), by: ctx.user.id }
    if (!(await settleRow(ctx.db, { courseId, flawId, ...said }))) {
      await getFlaw(ctx, { courseId, flawId })
      throw new AppError('FlawSettled')
    }
    const details = { flawId, outcome }
    await recordHistory(ctx, 'flaw-settled', { courseId, details })
    await recordEvent(ctx, 'flaw-settled', { details: { courseId, ...details } })
    await ctx.jobs.enqueue(ctx.db, 'tell-reporters', {})
    ctx.afterCommit(() => ctx.jobs.wake('tell-reporters'))
  })
  return getFlaw(ctx, { courseId, flawId })
}

const reportsAtOnce = 200

/** The job: tells whoever reported a settled case what became of it, each of them once. */
export async function tellReporters(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'tell-reporter',
    list: () => listUntoldReports(ctx.db, { now: ctx.now(), limit: reportsAtOnce }),
    limit: reportsAtOnce,
    idOf: ({ id }) => id,
    work: (report) => inTransaction(ctx, (ctx) => tellReporter(ctx, report)),
  })
  await endTelling(ctx.db, ctx.now())
}

async function tellReporter(ctx: Deps, report: UntoldReport): Promise<void> {
  const { id, userId, courseId, courseTitle: title, lessonKey, lessonTitle: lesson } = report
  if (!(await markTold(ctx.db, { id, at: ctx.now() }))) return
  await notify(ctx, {
    userId,
    notification: {
      ...{ kind: 'report-settled', title, lesson, page: coursePageOf(ctx, courseId) },
      about: { courseId, lessonKey, subjectId: id, fact: id },
    },
  })
}

function toFlaw({
  lessonKey: key,
  lessonTitle: title,
  lessonType: type,
  currentKey,
  questionKey,
  questionTitle,
  questionRevision: revision,
  settler: settledBy,
  ...row
}: FlawRow): schema.Flaw {
  const { id, kind, reports, createdAt, reportedAt, isChanged, outcome, reply, settledAt } = row
  return {
    ...withIsoDates({ id, kind, reports, createdAt, reportedAt, isChanged }),
    ...withIsoDates({ outcome, reply, settledAt }),
    lesson: { key, currentKey, title, type },
    question: questionKey === '' ? null : { key: questionKey, title: questionTitle, revision },
    settledBy,
  }
}
