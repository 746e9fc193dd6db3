import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { CourseContent, LessonContent } from '../../../../content/draft.ts'
import { listCountedLessons } from '../../../../db/queries/authoring/impact.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { countLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { lessonProgress } from '../../../../db/schema/learning/progress.ts'
import type { Api } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { percentOf } from '../../courses/courses/course-state.ts'
import type { Impact } from './schema.ts'

/** Draws a number that chooses an item of a list of any length. */
export const choice = fc.nat({ max: 999 })
const edit = fc.record({
  what: fc.constantFrom(
    'add',
    'remove',
    'bring back',
    'rename',
    'merge',
    'move',
    'toggle',
    'all optional',
    'all required',
    'rewrite',
  ),
  which: choice,
  other: choice,
})
export const edits = fc.array(edit, { minLength: 1, maxLength: 4 })
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never
/** An author at work: lessons, those that were removed, and how many keys there were. */
export interface Admin {
  lessons: LessonContent[]
  removed: LessonContent[]
  keys: number
}

export function newLesson(admin: Admin, required: boolean): LessonContent {
  const key = `lesson-${++admin.keys}`
  const content = `What ${key} teaches.`
  return { key, title: key, type: 'text', minutes: 5, required, preview: false, content }
}

export function apply(admin: Admin, { what, which, other }: Edit): void {
  const { lessons, removed } = admin
  const at = which % lessons.length
  const lesson = lessons[at] as LessonContent
  const to = other % lessons.length
  const target = lessons[to] as LessonContent
  const names = [lesson.key, ...(lesson.formerKeys ?? [])]
  if (what === 'add') lessons.splice(at, 0, newLesson(admin, other % 2 === 0))
  if (what === 'remove' && lessons.length > 1) removed.push(...lessons.splice(at, 1))
  if (what === 'bring back') lessons.push(...removed.splice(0, 1))
  if (what === 'rename')
    lessons[at] = { ...lesson, key: `lesson-${++admin.keys}`, formerKeys: names }
  if (what === 'merge' && at !== to) {
    lessons[to] = { ...target, formerKeys: [...(target.formerKeys ?? []), ...names] }
    lessons.splice(at, 1)
  }
  if (what === 'move') lessons.splice(to, 0, ...lessons.splice(at, 1))
  if (what === 'toggle') lessons[at] = { ...lesson, required: !lesson.required }
  if (what === 'all optional' || what === 'all required')
    admin.lessons = lessons.map((it) => ({ ...it, required: what === 'all required' }))
  if (what === 'rewrite') lessons[at] = { ...lesson, content: `Rewritten ${other}.` }
}

export function contentOf(
  slug: string,
  { lessons }: Admin,
  price = { amount: 0, currency: 'USD' },
): CourseContent {
  const terms = { title: 'A course that changes', summary: 'Lessons come and go.', language: 'en' }
  return { slug, ...terms, price, sections: [{ title: 'The only section', lessons }] }
}

/** Returns a learner's state by the rows, whatever is kept with the enrollment. */
export async function stateOf({ deps: { db } }: Api, { id: userId }: GivenUser, courseId: string) {
  const enrollment = await findEnrollment(db, { userId, courseId })
  const counts = await countLessons(db, { userId, courseId })
  if (enrollment === undefined || counts === undefined) throw new Error('Not enrolled.')
  const reported = await db
    .select()
    .from(lessonProgress)
    .where(sql`${lessonProgress.userId} = ${userId} and ${lessonProgress.courseId} = ${courseId}`)
  const lessons = await listCountedLessons(db, enrollment.versionId)
  const done = new Set(reported.filter((it) => it.completedAt).map((it) => it.lessonKey))
  return {
    isCompleted: enrollment.completedAt !== null,
    hasBegun: reported.length > 0,
    percent: enrollment.completedAt === null ? percentOf(counts) : 100,
    completedKeys: lessons.map(({ key }) => key).filter((key) => done.has(key)),
  }
}

export type State = Awaited<ReturnType<typeof stateOf>>
export interface Fate {
  before: State
  after: State
  lost: string[]
}

/** Summarizes the impact as it turned out. */
export function outcomeOf(fates: readonly Fate[]) {
  const is = (what: (fate: Fate) => boolean) => fates.filter(what).length
  const falls = fates.map(({ before, after }) => before.percent - after.percent)
  const tally = <Value extends string | number>(values: Value[]) =>
    new Map(
      [...new Set(values)].map((value) => [value, values.filter((it) => it === value).length]),
    )
  return {
    total: fates.length,
    completed: is(({ before }) => before.isCompleted),
    inProgress: is(({ before }) => !before.isCompleted && before.hasBegun),
    notStarted: is(({ before }) => !before.isCompleted && !before.hasBegun),
    percentFalls: tally(falls.filter((by) => by > 0)),
    completeAtOnce: is(({ before, after }) => !before.isCompleted && after.isCompleted),
    lessonsLost: tally(fates.flatMap(({ lost }) => lost)),
  }
}

export function predictedBy({ learners: { correctable: _, ...states }, ifMoved }: Impact) {
  const { percentFalls, completeAtOnce, lessonsLost, lessonsLostCount } = ifMoved
  expect(lessonsLostCount).toBe(lessonsLost.length)
  return {
    ...states,
    percentFalls: new Map(percentFalls.map(({ by, learners }) => [by, learners])),
    completeAtOnce,
    lessonsLost: new Map(lessonsLost.map(({ key, learners }) => [key, learners])),
  }
}
