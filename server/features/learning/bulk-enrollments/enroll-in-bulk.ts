import { isDatabaseUnavailable } from '../../../../db/postgres/failures.ts'
import {
  type BulkEnrollmentRow,
  failOtherRows,
  findBulkEnrollment,
  finishBulkEnrollment,
  type InputRow,
  listInputRows,
  listRunning,
  settleRow,
} from '../../../../db/queries/learning/bulk-enrollments.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { spreadMails } from '../../platform/notifications/spread-mails.ts'
import { enrollLearner } from '../enrollments/enroll-learner.ts'
import { actAsRequester } from './act-as-requester.ts'
import { actOnRow, type Settlement } from './act-on-row.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const rowsListedAtOnce = 500

const requesterMayNot =
  'Whoever asked for this may not enroll people any more. Somebody who may has to send this row again.'

/** Signals that a different process has done this row already. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * The job: enrolls for some seconds and enqueues the job that goes on. Killed at any point, it goes
 * on after the last row that was counted; of two at once, one gives way.
 */
export async function enrollInBulkJob(ctx: Deps, { bulkId }: { bulkId: string }): Promise<void> {
  const deadline = performance.now() + sliceMilliseconds
  try {
    const isDone = await enrollInBulk(ctx, bulkId, () => performance.now() < deadline)
    if (!isDone) await enqueueBulk(ctx, bulkId)
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    ctx.log.info({ bulkId }, 'a different process goes on with this bulk enrollment')
  }
}

/** Enqueues those whose job was lost; a second job is harmless. */
export async function resumeBulkEnrollments(ctx: Deps): Promise<void> {
  for (const bulkId of await listRunning(ctx.db)) await enqueueBulk(ctx, bulkId)
}

export async function enqueueBulk(ctx: Deps, bulkId: string): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'enroll-in-bulk', { bulkId })
  ctx.afterCommit(() => ctx.jobs.wake('enroll-in-bulk'))
}

/**
 * Enrolls all in the foreground, and reports after each row how many are done. Shares the rows with
 * a job that runs at the same time.
 */
export async function enrollInForeground(
  ctx: ActorDeps,
  bulkId: string,
  onDone: (done: number) => void,
): Promise<void> {
  const follow = (done: number) => {
    onDone(done)
    return true
  }
  for (let isDone = false; !isDone; )
    isDone = await enrollInBulk(ctx, bulkId, follow).catch((error: unknown) => {
      if (error instanceof Overtaken) return false
      throw error
    })
}

/**
 * Goes on as long as it may, and returns whether everything is done. Checks each time whether the
 * requester may still enroll: if not, the remaining rows fail.
 */
export async function enrollInBulk(
  given: ActorDeps,
  bulkId: string,
  mayGoOn: (done: number) => boolean,
): Promise<boolean> {
  const bulk = await findBulkEnrollment(given.db, bulkId)
  if (bulk === undefined || bulk.status === 'done') return true
  const acting = await actAsRequester(given, bulk)
  if (acting === undefined) {
    await finish(given, bulk, new AppError('Forbidden', { message: requesterMayNot }))
    return true
  }

  const { ctx, scope } = acting
  const perform = (ctx: ActorDeps, row: InputRow) =>
    bulk.act === 'enroll' ? enrollRow(ctx, row, bulk.waive) : actOnRow(ctx, row, bulk, scope)
  let { done } = bulk
  while (done < bulk.total) {
    const page = { bulkId, after: done, outcome: undefined, limit: rowsListedAtOnce }
    const rows = await listInputRows(ctx.db, page)
    if (rows.length === 0) {
      ctx.log.error({ bulkId, done }, 'rows of a bulk enrollment are gone')
      await finish(ctx, bulk, new AppError('InternalError'))
      return true
    }
    for (const row of rows) {
      if (!mayGoOn(done)) return false
      await settle(spreadMails(ctx, { since: bulk.createdAt, place: done }), row, perform)
      done = row.row
    }
  }
  await finish(ctx, bulk)
  return true
}

type Perform = (ctx: ActorDeps, row: InputRow) => Promise<Settlement>

/** Gives each row a transaction of its own, like a single enrollment: none delays another. */
async function settle(ctx: ActorDeps, row: InputRow, perform: Perform): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => count(ctx, row, await perform(ctx, row)))
  } catch (error) {
    if (error instanceof Overtaken || isDatabaseUnavailable(error)) throw error
    await count(ctx, row, failureOf(ctx, row, error))
  }
}

async function count(ctx: Deps, { bulkId, row }: InputRow, settlement: Settlement): Promise<void> {
  if (!(await settleRow(ctx.db, { bulkId, row, ...settlement }))) throw new Overtaken()
}

async function enrollRow(ctx: ActorDeps, row: InputRow, waive: string | null): Promise<Settlement> {
  const { email, course: idOrSlug, cohort, endsAt, outcome, error, message } = row
  if (outcome !== null) return { outcome, error, message }
  if (email === null) throw new AppError('UserNotFound')
  const enrolled = await enrollLearner(ctx, {
    email,
    idOrSlug,
    cohort: cohort ?? undefined,
    endsAt: endsAt ?? undefined,
    waive: waive ?? undefined,
    invites: true,
  })
  return { outcome: enrolled.outcome, error: null, message: null }
}

function failureOf(ctx: Deps, { bulkId, row }: InputRow, error: unknown): Settlement {
  if (error instanceof AppError) {
    const issues = error.issues?.map(({ path, message }) => `${path} ${message}`)
    return { outcome: 'failed', error: error.name, message: issues?.join('; ') ?? error.message }
  }
  ctx.log.error({ bulkId, row, cause: describeCause(error) }, 'a row could not be enrolled')
  const { name, message } = new AppError('InternalError')
  return { outcome: 'failed', error: name, message }
}

/** Ends it; a refusal fails the rows that had no turn. */
async function finish(
  ctx: ActorDeps,
  { id }: BulkEnrollmentRow,
  refusal?: AppError,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (refusal !== undefined) {
      const { name: error, message } = refusal
      await failOtherRows(ctx.db, { bulkId: id, error, message })
    }
    const finished = await finishBulkEnrollment(ctx.db, { id, at: ctx.now() })
    if (finished === undefined) return
    const { enrolled, changed, unchanged, invited, failed } = finished
    await recordEvent(ctx, 'bulk-enrollment-done', {
      userId: null,
      details: { bulkEnrollmentId: id, enrolled, changed, unchanged, invited, failed },
    })
  })
}
