import type { Db } from '../../../../db/postgres/client.ts'
import { isConnectionSpent } from '../../../../db/postgres/failures.ts'
import {
  countPostponed,
  type DueTask,
  deletePostponed,
  deletePostponedBefore,
  postponeItem,
} from '../../../../db/queries/platform/postponed.ts'
import { failureOf } from '../../../adapters/jobs/failure-of.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'

/** Short enough for four to fit into the minute of the job that ends enrollments. */
const usualMilliseconds = 12_000
const millisecondsUntilForgotten = 3 * 3_600_000

export interface Due<Item> {
  task: DueTask
  /** Returns a page of what is due and `isNotPostponed`; goes on after the last item if paged. */
  list: (after: Item | undefined) => Promise<Item[]>
  /** The most that a page holds. */
  limit: number
  idOf: (item: Item) => string
  /** Works on an item in a transaction of its own. */
  work: (item: Item) => Promise<unknown>
  /** How long a run takes at most; the next one goes on. */
  milliseconds?: number
}

/**
 * Runs every job that does something item by item. A failed item is logged with its id, told to
 * operators (`items-postponed`) and tried again later: no other item waits for it.
 */
export async function forEachDue<Item>(
  ctx: Pick<Deps, 'db' | 'now' | 'log'>,
  { task, list, limit, idOf, work, milliseconds = usualMilliseconds }: Due<Item>,
): Promise<void> {
  const deadline = performance.now() + milliseconds
  const tried = new Set<string>()
  for (let after: Item | undefined; performance.now() < deadline; ) {
    const page = await list(after)
    const done: string[] = []
    const triedBefore = tried.size
    for (const item of page) {
      const id = idOf(item)
      if (tried.has(id)) continue
      if (performance.now() >= deadline) break
      tried.add(id)
      const failure = await failureFrom(() => work(item))
      if (failure === undefined) done.push(id)
      else await postpone(ctx, { task, item: id, error: failure.error })
    }
    if (done.length > 0) await deletePostponed(ctx.db, task, done)
    if (page.length < limit || tried.size === triedBefore) return
    after = page.at(-1)
  }
}

export async function forgetPostponed({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deletePostponedBefore(db, new Date(now().getTime() - millisecondsUntilForgotten))
}

/** Describes each task in a line, for operators. */
export async function describePostponed(db: Db): Promise<string[]> {
  return (await countPostponed(db)).map(({ task, items, one, failure }) =>
    items === 1 ? `${task} ${one}: ${failure}` : `${task}: ${items}, such as ${one}: ${failure}`,
  )
}

async function failureFrom(work: () => Promise<unknown>): Promise<{ error: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return { error }
  }
}

async function postpone(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { task, item, error }: { task: DueTask; item: string; error: unknown },
): Promise<void> {
  // Rethrows: all others would fail as well, so the job itself is tried again.
  if (isConnectionSpent(error)) throw error
  const postponed = await postponeItem(db, { task, item, failure: failureOf(error), now: now() })
  log.error(
    { task, item, ...postponed, cause: describeCause(error) },
    'an item of a job failed and is postponed',
  )
}
