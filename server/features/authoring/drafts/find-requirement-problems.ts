import {
  findNeededCourses,
  findSlug,
  lockRequirements,
  type NeededCourse,
} from '../../../../db/queries/authoring/drafts/needed-courses.ts'
import type { Deps } from '../../../context.ts'
import type { DraftProblem } from './schema.ts'
import type { DraftContent } from './types.ts'

/** More would be no answer in time; what is behind them was checked when it was published. */
const maxLookedAt = 1000

/**
 * Requirements that nobody could fulfill: courses that there are not, or that lead back to this one,
 * by what they require or, as programs, are made of. With `locks`, it stays so until they are published.
 */
export async function findRequirementProblems(
  db: Deps['db'],
  {
    courseId,
    terms: { requires },
    sections = [],
  }: Pick<DraftContent, 'courseId' | 'terms'> & Partial<Pick<DraftContent, 'sections'>>,
  { locks = false }: { locks?: boolean } = {},
): Promise<DraftProblem[]> {
  const parts = sections.flatMap(({ lessons }) => lessons.flatMap(partOf))
  if (requires.length === 0 && parts.length === 0) return []
  if (locks) await lockRequirements(db)
  const slug = await findSlug(db, courseId)
  const { found, from } = await walk(db, {
    slug,
    starts: [...requires, ...parts.map((it) => it.slug)],
  })
  const known = (named: string) => faultOf(named, { slug, course: found.get(named), from })
  return [
    ...requires.flatMap((named, at) => {
      const fault = known(named)
      return fault === undefined ? [] : [{ ...fault, path: `requires.${at}` }]
    }),
    ...parts.flatMap(({ key, slug: named }) => {
      // That there is such a course is for the problems of programs to say.
      const message = circleBy(named, { slug, from })
      return message === undefined
        ? []
        : [{ severity: 'error' as const, path: `lessons.${key}.course`, message }]
    }),
  ]
}

function partOf({ key, details }: DraftContent['sections'][number]['lessons'][number]) {
  const slug = details?.course?.slug
  return typeof slug === 'string' ? [{ key, slug }] : []
}

interface Walked {
  found: Map<string, NeededCourse>
  /** Which needs this course itself, by the one that leads there. */
  from: Map<string, string[]>
}

/** From each of the starts: which courses it leads to, level by level, until this one comes. */
async function walk(
  db: Deps['db'],
  { slug, starts }: { slug: string; starts: readonly string[] },
): Promise<Walked> {
  const found = new Map<string, NeededCourse>()
  const wayTo = new Map(starts.map((start) => [start, [start]]))
  const from = new Map<string, string[]>()
  let level = [...new Set(starts)].filter((start) => start !== slug)
  while (level.length > 0 && found.size < maxLookedAt) {
    const courses = await findNeededCourses(db, level)
    for (const course of courses) found.set(course.slug, course)
    const next = new Set<string>()
    for (const { slug: at, needs } of courses)
      for (const needed of needs) {
        const way = [...(wayTo.get(at) ?? []), needed]
        const [start = ''] = way
        if (needed === slug && !from.has(start)) from.set(start, way)
        if (needed === slug || wayTo.has(needed)) continue
        wayTo.set(needed, way)
        next.add(needed)
      }
    level = [...next]
  }
  return { found, from }
}

function circleBy(
  named: string,
  { slug, from }: { slug: string; from: Walked['from'] },
): string | undefined {
  const way = from.get(named)
  return (
    way &&
    `The courses wait for each other in a circle, ${[slug, ...way].join(' → ')}: remove a requirement.`
  )
}

function faultOf(
  named: string,
  { slug, course, from }: { slug: string; course: NeededCourse | undefined; from: Walked['from'] },
): Omit<DraftProblem, 'path'> | undefined {
  const error = (message: string) => ({ severity: 'error' as const, message })
  if (named === slug) return error('The course requires itself: remove this requirement.')
  if (course === undefined)
    return error(`There is no course ${named}: correct the slug, or remove this requirement.`)
  if (course.status === 'draft')
    return error(`The course ${named} was never published: publish it first.`)
  const circle = circleBy(named, { slug, from })
  if (circle !== undefined) return error(circle)
  if (course.status === 'published') return undefined
  const message = `The course ${named} is archived: only who completed it already can enroll.`
  return { severity: 'warning', message }
}
