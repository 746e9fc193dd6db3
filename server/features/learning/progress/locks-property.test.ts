import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import {
  givenLearnerOf,
  type Lesson,
  moveLearner,
  publish,
} from '../../authoring/moves/test-support.ts'

const day = 24 * 3_600_000
const api = await forAllTests(startApi({ config: { tokenTtlMilliseconds: 3_650 * day } }))

const choice = fc.nat({ max: 999 })
const outline = fc.record({
  isSequence: fc.boolean(),
  lessons: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      required: fc.boolean(),
      /** Requires only lessons made before it, which prevents circles. */
      requires: fc.array(choice, { maxLength: 2 }),
      waits: fc.option(fc.nat({ max: 4 })),
      place: choice,
    }),
    { selector: ({ key }) => key, minLength: 2, maxLength: 6 },
  ),
})
const step = fc.record({
  does: fc.constantFrom('completes', 'completes', 'reads', 'waits', 'is moved'),
  which: choice,
  to: outline,
})

type Outline = typeof outline extends fc.Arbitrary<infer Value> ? Value : never
interface Version {
  isSequence: boolean
  lessons: { key: string; required: boolean; requires: string[]; waits: number | null }[]
}

/** Builds a version. Sequences keep the order of making: else requirements could go round. */
function versionOf({ isSequence, lessons }: Outline): Version {
  const made = lessons.map(({ requires, ...lesson }, index) => ({
    ...lesson,
    requires: [...new Set(requires.flatMap((n) => lessons[n % (index + 1)]?.key ?? []))].filter(
      (key) => key !== lesson.key,
    ),
  }))
  return { isSequence, lessons: isSequence ? made : made.sort((a, b) => a.place - b.place) }
}

function contentOf({ lessons }: Version): Lesson[] {
  return lessons.map(({ key, required, requires, waits }) => ({
    key,
    required,
    details: {
      ...(requires.length > 0 && { prerequisites: requires }),
      ...(waits !== null && { available: `${waits} days after enrollment` }),
    },
  }))
}

interface Learner {
  done: Set<string>
  opened: Set<string>
  enrolledAt: Date
  isCompleted: boolean
}

/** Restates the rules in other words: returns the reasons of each lesson, as `code key`. */
function reasonsIn({ isSequence, lessons }: Version, learner: Learner) {
  const counting = lessons.some(({ required }) => required)
    ? lessons.filter(({ required }) => required)
    : lessons
  const today = Math.floor(api.deps.now().getTime() / day)
  const firstDay = Math.floor(learner.enrolledAt.getTime() / day)
  return Object.fromEntries(
    lessons.flatMap(({ key, requires, waits }, index) => {
      if (learner.isCompleted || learner.opened.has(key)) return []
      const missing = requires.filter((other) => !learner.done.has(other))
      const before = counting.find((other) => !learner.done.has(other.key))
      const isBlocked = isSequence && before !== undefined && lessons.indexOf(before) < index
      const reasons = [
        ...(isBlocked && !missing.includes(before.key) ? [`LessonBefore ${before.key}`] : []),
        ...missing.map((other) => `Requires ${other}`),
        ...(waits !== null && today < firstDay + waits ? ['NotYet'] : []),
      ]
      return reasons.length === 0 ? [] : [[key, reasons.sort()]]
    }),
  )
}

async function shownReasons(learner: GivenUser, { slug }: GivenCourse) {
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: slug })
  const lessons = sections.flatMap(({ lessons }) => lessons)
  return Object.fromEntries(
    lessons.flatMap(({ key, locks }) =>
      locks
        ? [[key, locks.map(({ code, lessonKey }) => [code, lessonKey].join(' ').trim()).sort()]]
        : [],
    ),
  )
}

async function tryLesson(user: GivenUser, lessonId: string, does: 'completes' | 'reads') {
  const { token } = user
  return does === 'reads'
    ? api.request(`GET /api/lessons/${lessonId}`, { token })
    : api.request('POST /api/progress/update', { token, body: { lessonId, completed: true } })
}

/** Does what `next` says until nothing is left. */
async function finish(user: GivenUser, course: GivenCourse): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    const { items } = await api.as(user).me.courses.query({})
    const mine = items.find(({ courseId }) => courseId === course.id)
    if (mine?.nextLesson == null) {
      expect(mine?.completedAt).not.toBeNull()
      return
    }
    const { id, locks } = mine.nextLesson
    const until = locks?.[0]?.until
    if (until === undefined) expect((await tryLesson(user, id, 'completes')).status).toBe(200)
    else api.advance(Date.parse(until) - api.deps.now().getTime())
  }
  throw new Error('Whoever follows `next` never finishes.')
}

test('reasons are true, what was done or opened stays so, and who follows `next` finishes', async () => {
  await fc.assert(
    fc.asyncProperty(outline, fc.array(step, { maxLength: 7 }), async (first, steps) => {
      let version = versionOf(first)
      const orderOf = () => (version.isSequence ? { order: 'sequence' as const } : {})
      let course = await publish(api, contentOf(version), orderOf())
      let number = 1
      const user = await givenLearnerOf(api, course)
      const learner: Learner = {
        done: new Set(),
        opened: new Set(),
        enrolledAt: api.deps.now(),
        isCompleted: false,
      }
      for (const { does, which, to } of steps) {
        if (does === 'waits') api.advance((which % 3) * 11 * 3_600_000)
        else if (does === 'is moved') {
          const next = versionOf(to)
          if (JSON.stringify(next) === JSON.stringify(version)) continue
          version = next
          number += 1
          course = await publish(api, contentOf(version), { slug: course.slug, ...orderOf() })
          await moveLearner(api.deps, { userId: user.id, courseId: course.id, toVersion: number })
        } else {
          const lesson = course.lessons[which % course.lessons.length]
          if (lesson === undefined) continue
          const isLocked = reasonsIn(version, learner)[lesson.key] !== undefined
          const { status } = await tryLesson(user, lesson.id, does)
          expect([lesson.key, status]).toEqual([lesson.key, isLocked ? 403 : 200])
          if (isLocked) continue
          learner.opened.add(lesson.key)
          if (does === 'completes') learner.done.add(lesson.key)
        }
        const { items } = await api.as(user).me.courses.query({})
        learner.isCompleted = items[0]?.completedAt != null
        expect(await shownReasons(user, course)).toEqual(reasonsIn(version, learner))
      }
      await finish(user, course)
    }),
    propertyRuns(15),
  )
}, 600_000)
