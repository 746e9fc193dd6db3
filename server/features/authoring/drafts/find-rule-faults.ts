import type { CourseTerms } from '../../../../db/queries/courses/courses/course-terms.ts'
import type { LessonDetails } from '../../../../db/queries/courses/lessons.ts'
import { isBeforeAlways } from '../../../lib/fields/days.ts'
import { rulesOf } from '../../courses/lessons/lesson-rules.ts'

export interface RuledLesson {
  key: string
  formerKeys?: readonly string[] | undefined
  required: boolean
  preview: boolean
  details?: LessonDetails | null
}

type RuledTerms = { [Name in 'order' | 'available' | 'due']?: CourseTerms[Name] | undefined }

export interface RuleFault {
  /** Index of the lesson; undefined for the course itself. */
  lesson: number | undefined
  field: 'requires' | 'due'
  /** Begins in small letters, and has no full stop. */
  message: string
}

/** What lessons and course say about order and time that nobody could ever follow. */
export function findRuleFaults(lessons: readonly RuledLesson[], terms: RuledTerms): RuleFault[] {
  const { due, available } = terms
  const isLate = due != null && available != null && isBeforeAlways(due, available)
  const ofCourse: RuleFault = {
    lesson: undefined,
    field: 'due',
    message: `${due} is before ${available}, when it becomes available: make it due later`,
  }
  return [
    ...(isLate ? [ofCourse] : []),
    ...findUnknown(lessons),
    ...findCircles(lessons, terms),
    ...findDueBefore(lessons, terms),
  ]
}

function findUnknown(lessons: readonly RuledLesson[]): RuleFault[] {
  const keys = new Set(lessons.map(({ key }) => key))
  const renamed = new Map(
    lessons.flatMap(({ key, formerKeys = [] }) => formerKeys.map((former) => [former, key])),
  )
  return lessons.flatMap(({ key, details }, lesson) =>
    rulesOf(details)
      .requires.filter((needed) => !keys.has(needed))
      .map((needed) => ({
        lesson,
        field: 'requires' as const,
        message:
          `the lesson ${key} requires ${needed}, and no lesson has this key` +
          (renamed.has(needed) ? `: it is ${renamed.get(needed)} now` : ': correct or remove it'),
      })),
  )
}

/**
 * Lessons that wait for each other: for those that they require, and in a sequence for the required
 * one before. A preview waits for nothing.
 */
function findCircles(lessons: readonly RuledLesson[], { order }: RuledTerms): RuleFault[] {
  const places = new Map(lessons.map(({ key }, place) => [key, place]))
  const hasRequired = lessons.some(({ required }) => required)
  let before: number | undefined
  const needs = lessons.map(({ required, preview, details }, place) => {
    const named = rulesOf(details).requires.flatMap((key) => places.get(key) ?? [])
    const inSequence = order === 'sequence' && before !== undefined ? [before] : []
    if (required || !hasRequired) before = place
    return preview ? [] : [...named, ...inSequence]
  })
  return circlesIn(needs).map((circle) => {
    // The rule at fault is one that an author wrote, not the order of the lessons.
    const at = circle.findIndex((place, index) => {
      const next = lessons[circle[(index + 1) % circle.length] ?? -1]?.key ?? ''
      return rulesOf(lessons[place]?.details).requires.includes(next)
    })
    const turned = [...circle.slice(at), ...circle.slice(0, at)]
    const names = [...turned, turned[0] ?? -1].map((place) => lessons[place]?.key)
    const words = order === 'sequence' ? 'in this sequence, the lessons wait' : 'the lessons wait'
    return {
      lesson: turned[0],
      field: 'requires',
      message: `${words} for each other in a circle, ${names.join(' → ')}: remove a requirement`,
    }
  })
}

/** One circle for each part of the graph that has any. No recursion: a course has 1,000 lessons. */
function circlesIn(needs: readonly (readonly number[])[]): number[][] {
  const circles: number[][] = []
  const state: ('open' | 'done')[] = []
  for (const start of needs.keys()) {
    const path: { place: number; next: number }[] = []
    const open = (place: number) => {
      state[place] = 'open'
      path.push({ place, next: 0 })
    }
    if (state[start] === undefined) open(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const needed = needs[top.place]?.[top.next]
      top.next += 1
      if (needed === undefined) {
        state[top.place] = 'done'
        path.pop()
      } else if (state[needed] === undefined) open(needed)
      else if (state[needed] === 'open') {
        circles.push(
          path.map(({ place }) => place).slice(path.findIndex((it) => it.place === needed)),
        )
        for (const { place } of path) state[place] = 'done'
        path.length = 0
      }
    }
  }
  return circles
}

function findDueBefore(
  lessons: readonly RuledLesson[],
  { available: ofCourse }: RuledTerms,
): RuleFault[] {
  return lessons.flatMap(({ details }, lesson) => {
    const { available, due } = rulesOf(details)
    const opens = [available, ofCourse].find(
      (rule) => rule != null && due !== null && isBeforeAlways(due, rule),
    )
    if (opens == null) return []
    const subject = opens === available ? 'it' : 'the course'
    const message = `${due} is before ${opens}, when ${subject} becomes available: make it due later`
    return [{ lesson, field: 'due' as const, message }]
  })
}
