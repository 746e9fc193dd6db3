import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readCourseTree } from '../../books/formats/read-course-tree.ts'
import { openFolder } from '../../books/reading/course-files.ts'
import { keyOfPath } from '../../books/reading/page-key.ts'
import { findMove } from '../../db/queries/authoring/moves.ts'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import { recountLessons } from '../../db/queries/learning/enrollments/lesson-counts.ts'
import { findPreviousCourse } from '../../server/features/authoring/import/previous-course.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { storeReading } from '../../server/features/authoring/import/store-reading.ts'
import { moveLearners } from '../../server/features/authoring/moves/move-learners.ts'
import { startMove } from '../../server/features/authoring/moves/start-move.ts'
import { numberAfter } from '../bench/setting.ts'
import { secondsSince } from '../bench/times.ts'
import { openFolder as openTemporary } from '../support/folder.ts'
import { openPlace } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import { changeBook } from './change-book.ts'
import { filesOf, type MadeBook, makeBook, memoryFiles, pick, randomOf } from './made-book.ts'

/*
 * `npm run checks -- book-history [--states 200] [--learners 200] [--seed 1]`: imports made books of
 * mdBook, and two years of one of them, in which its author moves, merges and removes pages. Exit
 * code 1 when an import is slow, a page loses the completions that the author's redirects keep, a
 * page gets those of another, or the database grows with states that change nothing.
 */
const states = numberAfter('--states', 200)
const learners = numberAfter('--learners', 200)
const random = randomOf(numberAfter('--seed', 1))
const mostMegabytes = 25
const mostSeconds = 3

await using place = await openPlace('book-history')
const { deps, given } = place

/** Imports a book from a folder: reads and publishes it. */
async function importFolder(book: MadeBook, slug: string): Promise<void> {
  await using opened = await openTemporary('book')
  const folder = opened.path
  for (const [name, content] of filesOf(book)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const since = performance.now()
  const files = await openFolder(folder)
  const reading = await readCourseTree(files, { format: 'auto', folder: 'book', slug })
  const read = performance.now() - since
  const { course } = await storeReading(deps, reading)
  const { lessons } = await publishCourse(deps, course)
  const all = performance.now() - since
  const dead = reading.warnings.filter(({ message }) => message.startsWith('dead'))
  const figures =
    `${lessons} pages, ${reading.files.length} pictures, ${dead.length} dead, read in ` +
    `${(read / 1_000).toFixed(2)} s, published in ${(all / 1_000).toFixed(2)} s`
  const keepsMinutes = book.pages.every(({ path, minutes }) => {
    const all = reading.course.sections.flatMap((section) => section.lessons)
    const lesson = all.find(({ key }) => key === keyOfPath(path))
    return lesson !== undefined && (minutes === undefined || lesson.minutes === minutes)
  })
  const isWhole = lessons === book.pages.length && dead.length === 0 && keepsMinutes
  report(isWhole && (lessons > 200 || all < mostSeconds * 1_000), slug, figures)
}

async function publish(book: MadeBook, slug: string) {
  const files = memoryFiles(filesOf(book))
  const course = await findCourse(deps.db, { slug })
  const previous = course && (await findPreviousCourse(deps.db, course.id, []))
  const reading = await readCourseTree(files, {
    format: 'mdbook',
    folder: 'book',
    slug,
    ...(previous && { previous }),
  })
  const stored = await storeReading(deps, reading)
  return publishCourse(deps, stored.course)
}

interface Learnt {
  userId: string
  keys: string[]
}

/** Lets learners complete random pages. */
async function learn({ pages }: MadeBook, slug: string): Promise<Learnt[]> {
  const course = await findCourse(deps.db, { slug })
  const courseId = course?.id ?? ''
  const learnt: Learnt[] = []
  for (let number = 0; number < learners; number++) {
    const email = `${slug}-${number}@example.com`
    const { id: userId } = await given.learner({ email })
    await given.enrollment({ email }, { slug })
    await recountLessons(deps.db, { userId, courseId })
    const count = 1 + Math.floor(random() * 60)
    const paths = new Set(Array.from({ length: count }, () => pick(random, pages).path))
    const keys = [...paths].map(keyOfPath)
    await deps.db.execute(sql`
      insert into lesson_progress
        (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
      select ${userId}::uuid, ${courseId}::uuid, key, 100, 0, now(), now()
      from json_array_elements_text(${JSON.stringify(keys)}::json) as key`)
    learnt.push({ userId, keys })
  }
  return learnt
}

async function moveAll(slug: string): Promise<void> {
  const course = await findCourse(deps.db, { slug })
  const { rows } = await deps.db.execute<{ id: string; number: number }>(sql`
    select c.id, max(v.number) as number from courses c join course_versions v on v.course_id = c.id
    where c.id = ${course?.id ?? ''} group by c.id`)
  const { id: courseId = '', number: to = 0 } = rows[0] ?? {}
  const { id: moveId } = await startMove(deps, { courseId, to, policy: 'all' })
  while ((await findMove(deps.db, moveId))?.status !== 'done') await moveLearners(deps, { moveId })
}

/** Follows the author's redirects from an old page to its page in the last state. */
function pageNow(path: string, { pages, redirects }: MadeBook): string | undefined {
  const current = new Set(pages.map((page) => page.path))
  let at: string | undefined = path
  while (at !== undefined && !current.has(at)) at = redirects.get(at)
  return at
}

/** Counts completions that are there and must not be, and the other way round. */
async function compare(slug: string, { learnt, last }: { learnt: Learnt[]; last: MadeBook }) {
  const expected = learnt.flatMap(({ userId, keys }) => {
    const old = new Map(last.redirects.entries())
    const paths = new Map(
      [...old.keys(), ...last.pages.map(({ path }) => path)].map((path) => [keyOfPath(path), path]),
    )
    const now = keys.flatMap((key) => {
      const path = pageNow(paths.get(key) ?? '', last)
      return path === undefined ? [] : [keyOfPath(path)]
    })
    return [...new Set(now)].map((key) => ({ user: userId, key }))
  })
  const { rows } = await deps.db.execute<{ wrong: number; kept: number }>(sql`
    with expected as (
      select (pair ->> 'user')::uuid as user_id, pair ->> 'key' as key
      from json_array_elements(${JSON.stringify(expected)}::json) as pair
    ), actual as (
      select e.user_id, r.key
      from enrollments e
      join courses c on c.id = e.course_id and c.slug = ${slug}
      join course_versions v on v.id = e.version_id
      join lesson_revisions r on r.course_id = c.id
        and v.number between r.from_version and r.until_version
      where substring(e.remaining_lessons from r.position + 1 for 1) = B'0'
    )
    select
      ((select count(*) from (select * from expected except select * from actual) as lost)
        + (select count(*) from (select * from actual except select * from expected) as foreign_ones)
      )::int as wrong,
      (select count(*)::int from actual) as kept`)
  const { wrong = -1, kept = 0 } = rows[0] ?? {}
  report(
    wrong === 0 && kept === expected.length && kept > 0,
    `${slug}: completions`,
    `${kept} kept of ${learnt.reduce((sum, { keys }) => sum + keys.length, 0)}, ${wrong} wrong`,
  )
}

async function megabytes(): Promise<number> {
  await deps.db.execute(sql`vacuum`)
  const { rows } = await deps.db.execute<{ size: string }>(
    sql`select pg_database_size(current_database()) as size`,
  )
  return Number(rows[0]?.size) / 1_000_000
}

/** Returns a text that changes whenever a row of the course is written. */
async function trace(): Promise<string> {
  const { rows } = await deps.db.execute<{ trace: string }>(sql`
    select concat_ws(' ',
      (select max(xmin::text::bigint) || '/' || count(*) from course_versions),
      (select max(xmin::text::bigint) || '/' || count(*) from lesson_revisions),
      (select max(xmin::text::bigint) || '/' || count(*) from course_files),
      (select max(xmin::text::bigint) || '/' || count(*) from published_files),
      (select max(xmin::text::bigint) || '/' || count(*) from media),
      (select max(xmin::text::bigint) || '/' || count(*) from drafts)) as trace`)
  return rows[0]?.trace ?? ''
}

const first = makeBook({ pages: 111, includes: 707, levels: 2 }, random)
await importFolder(first, 'made-book')
await importFolder(makeBook({ pages: 562, includes: 0, levels: 3 }, random), 'long-book')

const history = [first]
let changing = 0
for (let state = 1; state < states; state++) {
  const { book, changesContent } = changeBook(history.at(-1) ?? first, random)
  history.push(book)
  if (changesContent) changing += 1
}
const last = history.at(-1) ?? first
say('history', `${states} states, ${changing} change content, ${last.redirects.size} redirects`)

const learnt = await learn(first, 'made-book')
await publish(last, 'made-book')
await moveAll('made-book')
await compare('made-book', { learnt, last })

await publish(first, 'every-state')
const learntToo = await learn(first, 'every-state')
const before = await megabytes()
const since = performance.now()
let version = 1
for (const book of history.slice(1)) version = (await publish(book, 'every-state')).version
const seconds = secondsSince(since)
const grown = (await megabytes()) - before
report(
  version <= changing + 1 && grown <= mostMegabytes,
  'every state published',
  `${version} versions in ${seconds} s; the database grew by ${grown.toFixed(1)} MB`,
)
const traced = await trace()
const again = await publish(last, 'every-state')
const isSame = again.outcome === 'unchanged' && traced === (await trace())
report(isSame, 'the same state again', `${again.outcome}, ${isSame ? 'no' : 'some'} row written`)
await moveAll('every-state')
await compare('every-state', { learnt: learntToo, last })
