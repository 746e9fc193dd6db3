import {
  foldDeltas,
  listUntalliedCourses,
  lockTallies,
  tallyCourse,
} from '../../../../db/queries/learning/reports.ts'
import type { Deps } from '../../../context.ts'

const deltasAtOnce = 5_000
const coursesAtOnce = 1_000
const sliceMilliseconds = 45_000

/**
 * Adds what triggers have counted to the tallies that reports read, and counts courses without any:
 * all of them once after the upgrade, later the new ones. Each batch and each course has a
 * transaction of its own; killed at any point, the next minute's job takes the rest. Two at once do
 * nothing twice.
 */
export async function tallyLearning({
  withTransaction,
  db,
}: Pick<Deps, 'withTransaction' | 'db'>): Promise<void> {
  const end = performance.now() + sliceMilliseconds
  const inTurn = (work: (db: Deps['db']) => Promise<number>) =>
    withTransaction(async (db) => ((await lockTallies(db)) ? work(db) : 0))

  for (let folded = deltasAtOnce; folded === deltasAtOnce && performance.now() < end; )
    folded = await inTurn((db) => foldDeltas(db, deltasAtOnce))

  // Goes in order without skipping: the next run goes on after the last.
  for (const courseId of await listUntalliedCourses(db, coursesAtOnce)) {
    const tallied = await inTurn(async (db) => {
      await tallyCourse(db, courseId)
      return 1
    })
    if (tallied === 0 || performance.now() > end) return
  }
}
