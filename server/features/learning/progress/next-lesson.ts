import type { Lock } from '../../../../content/days/lock.ts'
import {
  findLessonProgress,
  type LessonProgressRow,
  listMissingLessons,
} from '../../../../db/queries/learning/progress/progress.ts'
import { listWaitingKeys } from '../../../../db/queries/learning/progress/waits-for.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { locksOf } from '../../courses/lessons/locks.ts'

/** How many of the lessons left are looked at: whoever skips more starts from the first. */
const lookedAt = 50

export interface NextLesson extends Pick<LessonProgressRow, 'id' | 'key' | 'title'> {
  /** Why it is not open yet: only its date. */
  locks: Lock[]
}

/**
 * Finds what to do next where order and time decide: the first lesson left that is open; else what
 * has to be completed before the first of them, which may be one that the course does not require;
 * else what opens first. Skips what waits for a grade. Null when nothing else is left. Learners who
 * always do it complete the course.
 */
export async function nextLessonOf(
  ctx: Pick<Deps, 'db' | 'now' | 'config'>,
  learning: EnrollmentKey,
): Promise<NextLesson | null> {
  const rows = await listMissingLessons(ctx.db, learning, { after: undefined, limit: lookedAt })
  const waiting = new Set(await listWaitingKeys(ctx.db, learning))
  const left = rows.filter(({ key }) => !waiting.has(key)).map((row) => withLocks(ctx, row))
  const open = left.find(({ locks }) => locks.length === 0)
  if (open !== undefined) return open
  const later = left.filter(({ locks }) => locks.every(({ code }) => code === 'NotYet'))
  const first = later.sort((a, b) => opening(a).localeCompare(opening(b)))[0]
  return first ?? unlocking(ctx, learning, { locked: left[0], waiting })
}

/** Follows what locks a lesson to one that only its date locks; null if that waits for a grade. */
async function unlocking(
  ctx: Pick<Deps, 'db' | 'now' | 'config'>,
  learning: EnrollmentKey,
  { locked, waiting }: { locked: NextLesson | undefined; waiting: ReadonlySet<string> },
): Promise<NextLesson | null> {
  const seen = new Set<string>()
  let lesson = locked
  while (lesson !== undefined) {
    const lessonKey = lesson.locks.find((lock) => lock.lessonKey !== undefined)?.lessonKey
    // Stops at a circle, which no published version has.
    if (lessonKey === undefined || seen.has(lessonKey)) break
    if (waiting.has(lessonKey)) return null
    seen.add(lessonKey)
    const row = await findLessonProgress(ctx.db, { ...learning, lessonKey })
    lesson = row && withLocks(ctx, row)
  }
  return lesson ?? null
}

function withLocks(
  ctx: Pick<Deps, 'now' | 'config'>,
  { id, key, title, lockFacts }: LessonProgressRow,
): NextLesson {
  return { id, key, title, locks: locksOf(lockFacts, ctx) }
}

function opening({ locks }: NextLesson): string {
  return locks[0]?.until ?? ''
}
