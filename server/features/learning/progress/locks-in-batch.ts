import type { Lock } from '../../../../content/days/lock.ts'
import type { Blocker } from '../../../../db/queries/courses/courses/lock-facts.ts'
import type { EnrollmentRow } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  listRemainingPlaces,
  type ReportableLesson,
} from '../../../../db/queries/learning/progress/late-progress.ts'
import type { Deps } from '../../../context.ts'
import { outlineOf } from '../../courses/courses/outline.ts'
import { locksOf } from '../../courses/lessons/locks.ts'

/** Tracks what locks lessons while the events of a batch open them one by one. */
export interface LocksInBatch {
  /** Returns why the lesson is locked, after the events so far. */
  of(lesson: ReportableLesson): Lock[]
  /** Records an event: any report keeps the lesson open. */
  opened(lesson: ReportableLesson, isCompleted: boolean): void
}

type Left = Blocker & { position: number }

/** Reads the lessons left only if something can lock one of these. */
export async function locksInBatch(
  ctx: Deps,
  enrollment: EnrollmentRow,
  lessons: readonly ReportableLesson[],
): Promise<LocksInBatch> {
  const isRuled = lessons.some(({ lockFacts }) => lockFacts !== null)
  const left = isRuled ? await listLeft(ctx, enrollment) : []
  const openedHere = new Set<string>()
  const doneHere = new Set<string>()
  const isLeft = ({ key }: Blocker) => !doneHere.has(key)

  return {
    of: ({ key, lockFacts, position }) => {
      if (lockFacts === null || openedHere.has(key)) return []
      if (doneHere.size === 0) return locksOf(lockFacts, ctx)
      // Locks nothing once the course is completed, which opens all of it.
      if (!left.some(isLeft)) return []
      const first = lockFacts.before && left.find(isLeft)
      const before = first && first.position < position ? first : null
      const requires = lockFacts.requires?.filter(isLeft) ?? null
      return locksOf({ ...lockFacts, before, requires }, ctx)
    },
    opened: ({ key }, isCompleted) => {
      openedHere.add(key)
      if (isCompleted) doneHere.add(key)
    },
  }
}

async function listLeft(ctx: Deps, enrollment: EnrollmentRow): Promise<Left[]> {
  const outline = await outlineOf(ctx, enrollment.versionId)
  const places = await listRemainingPlaces(ctx.db, enrollment)
  return places.flatMap((position) => {
    const lesson = outline[position]
    return lesson === undefined ? [] : [{ key: lesson.key, type: lesson.type, position }]
  })
}
