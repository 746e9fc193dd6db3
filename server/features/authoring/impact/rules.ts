import type { CourseTerms } from '../../../../content/course-fields.ts'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import type { ImpactQuestion } from '../../../../db/schema/authoring/impact.ts'
import type { ComparedContent } from './types.ts'

export type Rules = NonNullable<ImpactQuestion['rules']>

interface Content {
  ruled?: ComparedContent['ruled'] | undefined
  terms: { order?: 'sequence' | null | undefined; available?: string | null | undefined }
  lessons: readonly { key: string; preview: boolean; details?: LessonDetails | null | undefined }[]
}

/** Returns what locks lessons of a content; undefined if nothing does. */
export function rulesOf({ ruled = true, terms, lessons }: Content): Rules | undefined {
  const { order = null, available = null } = terms
  const ofLessons = lessons.map(({ preview, details }) => {
    const { prerequisites: requires = [], available = null } = details ?? {}
    return { preview, requires, available }
  })
  const hasRules =
    order !== null ||
    available !== null ||
    ofLessons.some((it) => it.requires.length > 0 || it.available !== null)
  return ruled && hasRules ? { order, available, lessons: ofLessons } : undefined
}

/**
 * Whether a content may lock lessons that another does not: then it is no correction, which would
 * reach everyone without being asked for.
 */
export function mayLockMore(before: Content, after: Content): boolean {
  const rules = rulesOf(after)
  if (rules === undefined) return false
  const written = ({ lessons }: Content, own: Rules | undefined) => {
    const byKey = lessons.map(({ key }, place) => [key, own?.lessons[place]] as const)
    // Keeps the places in a sequence, where they count.
    return own?.order === 'sequence' ? byKey : byKey.sort(([a], [b]) => (a < b ? -1 : 1))
  }
  const factsOf = (content: Content, own: Rules | undefined) =>
    JSON.stringify([own?.order, own?.available, written(content, own)])
  return factsOf(before, rulesOf(before)) !== factsOf(after, rules)
}

/** Whether a term decides something for learners; the others are words and pictures. */
const decides = {
  ...{ title: false, summary: false, language: false, license: false, source: false },
  ...{ outcomes: false, audience: false, needs: false, hoursPerWeek: false, film: false },
  ...{ authors: false, categories: false, tags: false, level: false, cover: false },
  ...{ credits: false, skills: false },
  ...{ grade: true, order: true, requires: true, available: true, due: true },
  ...{ validFor: true, choose: true },
} satisfies Record<keyof CourseTerms, boolean>

type Terms = { [N in keyof CourseTerms]?: unknown }

const ruling = (Object.keys(decides) as (keyof CourseTerms)[]).filter((name) => decides[name])

/** Returns the terms that decide something; null if absent. */
export function rulingTerms(terms: Terms): Record<string, unknown> {
  return Object.fromEntries(
    ruling.map((name) => [name, isNothing(terms[name]) ? null : terms[name]]),
  )
}

/** Returns the deciding terms that differ: a change of any is no correction of words. */
export function changedRules(before: Terms, after: Terms): string[] {
  const [old, now] = [rulingTerms(before), rulingTerms(after)]
  return ruling.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
}

function isNothing(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0)
}
