import { findCourses } from '../../../../db/queries/courses/catalogue/find-courses.ts'
import {
  type ListedKind,
  listPublishedCourses,
} from '../../../../db/queries/courses/courses/courses.ts'
import { isId } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { cursorOf, type Place, placeOf } from '../../../../lib/lists/sorted-pages.ts'
import { readQuery } from '../../../../lib/search/read-query.ts'
import { type Context, learnerOf } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { CourseList, CourseSummary, ListProgramsInput } from './schema.ts'
import { toSummary } from './summary.ts'

/**
 * Lists everything published of a kind.
 * @throws InvalidFields, RateLimited
 */
export async function listCourses(
  ctx: Context,
  input: ListProgramsInput,
  kind: ListedKind = 'course',
): Promise<CourseList> {
  const { limit, cursor, ...asked } = input
  const isWhole = Object.entries(asked).every(
    ([name, value]) => value === undefined || (name === 'sort' && value === 'newest'),
  )
  if (!isWhole) return searchCourses(ctx, input, kind)

  const start = startOf(input)
  if (start !== undefined && !isId(start)) throw strangeCursor()
  const learner = learnerOf(ctx.caller)
  const rows = await listPublishedCourses(ctx.db, {
    kind,
    before: start,
    limit: limit + 1,
    readerId: learner?.id,
  })
  return toPage(rows, limit, (course) => {
    const { minutes, lessons: lessonCount } = course
    const summary: CourseSummary = { ...toSummary(ctx, course), minutes, lessonCount }
    if (learner !== undefined && course.enrolled?.includes(learner.id)) summary.enrolled = true
    return summary
  })
}

async function searchCourses(
  ctx: Context,
  input: ListProgramsInput,
  kind: ListedKind,
): Promise<CourseList> {
  const { limit, cursor, q, sort = q === undefined ? 'newest' : 'relevance', ...filter } = input
  if (sort === 'relevance' && q === undefined) {
    const message = 'needs words to look for: give `q`, or choose a different order'
    throw new AppError('InvalidFields', { issues: [{ path: 'sort', message }] })
  }
  const language = filter.language?.toLowerCase()
  const list = [
    ...(kind === 'course' ? [] : [kind]),
    q,
    sort,
    filter.category,
    filter.tag,
    language,
    filter.price,
    filter.level,
  ]
  const after = cursor === undefined ? undefined : requirePlace(cursor, list, sort === 'title')
  if (q !== undefined) await ctx.limits.take('searchesPerIp', ctx.ip)

  const learner = learnerOf(ctx.caller)
  const rows = await findCourses(ctx.db, {
    ...filter,
    kind,
    language,
    sort,
    limit: limit + 1,
    readerId: learner?.id,
    after,
    query: q === undefined ? undefined : readQuery(q),
  })
  const items = rows.slice(0, limit).map((course): CourseSummary => {
    const { minutes, lessons: lessonCount, enrolled } = course
    const summary = { ...toSummary(ctx, course), minutes, lessonCount }
    return enrolled === null ? summary : { ...summary, enrolled: true }
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const nextCursor = last ? cursorOf({ value: last.place, id: last.id }, list) : null
  return { items, nextCursor }
}

function requirePlace(cursor: string, list: unknown, isText: boolean): Place {
  const place = placeOf(cursor, list)
  if (place === undefined || (typeof place.value === 'string') !== isText) throw strangeCursor()
  return place
}

function strangeCursor(): AppError {
  const message = 'is not a nextCursor of this list: begin without one when filters change'
  return new AppError('InvalidFields', { issues: [{ path: 'cursor', message }] })
}
