import { withoutMarks } from '../../../../content/markdown/without-marks.ts'
import {
  findLessons,
  foundBegins,
  foundEnds,
} from '../../../../db/queries/courses/search/find-lessons.ts'
import { cursorOf, placeOf } from '../../../../lib/lists/sorted-pages.ts'
import { readQuery } from '../../../../lib/search/read-query.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { locksOf } from '../lessons/locks.ts'
import type { FoundLesson, FoundLessonList, SearchLessonsInput } from './schema.ts'

/** How many locked lessons are skipped before the search ends. */
const lookedAt = { atOnce: 100, times: 10 }

/**
 * Searches the texts and titles of the lessons that the caller may read as a learner. Finds no
 * locked ones, and no page or cursor tells that they would match.
 * @throws InvalidFields
 */
export async function searchLessons(
  ctx: SearchDeps,
  { q, limit, cursor }: SearchLessonsInput,
): Promise<FoundLessonList> {
  const after = cursor === undefined ? undefined : placeOf(cursor, [q])
  if (cursor !== undefined && typeof after?.value !== 'number') {
    const message = 'is not a nextCursor of this search: begin without one when `q` changes'
    throw new AppError('InvalidFields', { issues: [{ path: 'cursor', message }] })
  }
  const query = readQuery(q)
  const rows = await findUnlocked(ctx, { ...query, after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map((row) => ({
      id: row.id,
      key: row.key,
      title: row.title,
      course: { id: row.courseId, slug: row.courseSlug, title: row.courseTitle },
      snippet: piecesOf(row.snippet, query.parts),
    })),
    nextCursor: last ? cursorOf({ value: last.place, id: last.id }, [q]) : null,
  }
}

type SearchDeps = Pick<UserContext, 'db' | 'user' | 'now' | 'config'>
type Searched = Omit<Parameters<typeof findLessons>[1], 'userId' | 'now'>

async function findUnlocked(ctx: SearchDeps, { after, limit, ...query }: Searched) {
  const found: Awaited<ReturnType<typeof findLessons>> = []
  let [from, atOnce] = [after, limit]
  for (let times = 0; times < lookedAt.times; times += 1) {
    const search = { userId: ctx.user.id, now: ctx.now(), ...query }
    const rows = await findLessons(ctx.db, { ...search, after: from, limit: atOnce })
    found.push(...rows.filter(({ lockFacts }) => locksOf(lockFacts, ctx).length === 0))
    const last = rows.at(-1)
    if (found.length >= limit || last === undefined || rows.length < atOnce) break
    from = { value: last.place, id: last.id }
    atOnce = lookedAt.atOnce
  }
  return found
}

/** Cuts a snippet into pieces of text without Markdown, so that no frontend has to trust the text of a lesson as HTML. */
function piecesOf(found: string, parts: string[]): FoundLesson['snippet'] {
  const snippet = withoutMarks(found)
  const marked =
    parts.length === 0 || snippet.includes(foundBegins)
      ? snippet
      : snippet.replace(new RegExp(parts.join('|'), 'giu'), `${foundBegins}$&${foundEnds}`)
  const [first = '', ...rest] = marked.split(foundBegins)
  const pieces = rest.flatMap((piece) => {
    const [match = '', rest = ''] = piece.split(foundEnds)
    return [
      { text: match, isMatch: true },
      { text: rest, isMatch: false },
    ]
  })
  return [{ text: first, isMatch: false }, ...pieces].filter(({ text }) => text !== '')
}
