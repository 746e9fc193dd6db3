import { pino } from 'pino'
import type { CourseContent } from '../../content/draft.ts'
import { quiz } from '../../content/lessons/quiz.ts'
import { insertRegrade } from '../../db/queries/assessment/grades/regrades.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../../server/context.ts'
import { regradeForAWhile } from '../../server/features/assessment/grades/run-regrade.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { courseContent, makeGiven } from '../../server/test/given.ts'
import { rowsOf } from '../support/database.ts'
import { numberAfter, openService, type Setting, startContender, withSetting } from './setting.ts'
import { printHead, printRow, quantile, secondsSince } from './times.ts'
import { signIn } from './world.ts'

/*
 * `node checks/bench/assessment.ts [--rounds 5]`: starts attempts of 50 of 500 questions, at Lyceum
 * and by hand (checks/bench/rivals/bare-attempts.ts) in turns; reads pages of a gradebook and of lists of 10,000
 * learners with 30 graded lessons; and grades a question of 100,000 attempts again. Exit code 1 when
 * one of them takes longer than it may.
 */
const rounds = numberAfter('--rounds', 5)
const learners = numberAfter('--learners', 10_000)
const lessons = 30
const attemptsEach = 10
const atOnce = 4

function judge(label: string, cells: (string | number)[], isMet: boolean): void {
  printRow(label, [...cells, isMet ? 'met' : 'MISSED'])
  if (!isMet) process.exitCode = 1
}

/** Milliseconds of each, some at a time. */
async function timed<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items]
  const times: number[] = []
  const one = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      const began = performance.now()
      await work(item)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return times
}

async function ask(url: string, token: string, method = 'GET'): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = method === 'GET' ? {} : { body: '{}' }
  const answer = await fetch(url, { method, headers, ...body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${text}`)
}

async function benchStarts({ databaseUrl, world }: Setting): Promise<void> {
  const times = { bare: [] as number[], lyceum: [] as number[] }
  const servers = {
    bare: await startContender('bare', databaseUrl),
    lyceum: await startContender('lyceum', databaseUrl),
  }
  for (let round = -2; round < rounds; round++)
    for (const name of ['bare', 'lyceum'] as const) {
      const { address } = servers[name]
      const url = `${address}/api/v1/lessons/${world.quizId}/attempts`
      const taken = await timed(world.learners, ({ token }) => ask(url, token, 'POST'))
      if (round >= 0) times[name].push(...taken)
      await rowsOf(
        databaseUrl,
        `update attempts set status = 'waiting', submitted_at = now()
         where status = 'open'`,
      )
    }
  for (const { child } of Object.values(servers)) child.disconnect()
  const cells = [times.bare, times.lyceum].flatMap((own) =>
    [0.5, 0.95].map((part) => quantile(own, part).toFixed(1)),
  )
  printHead(['p50 ms, by hand', 'p95', 'p50 ms, Lyceum', 'p95', 'p95 at most 40 ms'])
  judge('start an attempt, 50 of 500', cells, quantile(times.lyceum, 0.95) <= 40)
}

/** Three questions; the first has another right answer in the second version. */
const questionsOf = (lesson: number, right: number) =>
  ['asked', 'beside', 'also'].map((key) => ({
    key: `${key}-${lesson}`,
    type: 'single',
    title: `Which knot, ${key}?`,
    options: ['Bowline', 'Slip knot', 'Granny knot'].map((text, place) => ({
      text,
      right: place === (key === 'asked' ? right : 0),
    })),
  }))

function contentOf(right: number): CourseContent {
  const content = courseContent({ slug: 'class', lessons: Array(lessons).fill('required') })
  for (const [index, lesson] of (content.sections[0]?.lessons ?? []).entries()) {
    const pools = [{ questions: questionsOf(index + 1, right) }]
    const written = quiz.own.written.parse({ shuffles: false, passPercent: 60, pools } as never)
    Object.assign(lesson, { type: 'quiz', details: { quiz: written } })
  }
  return content
}

/** Learners who tried the first quiz ten times, and each of the others once. */
async function fillClass(databaseUrl: string, deps: Deps): Promise<string> {
  const began = performance.now()
  const given = makeGiven(deps)
  await publishCourse(deps, contentOf(1))
  await given.enrollment(await given.learner(), { slug: 'class' })
  const [course] = await rowsOf<{ id: string }>(
    databaseUrl,
    `select id from courses where slug = 'class'`,
  )
  const courseId = course?.id ?? ''
  const run = (text: string, ...values: unknown[]) =>
    rowsOf(databaseUrl, text, [courseId, ...values])
  await run(
    `with people as (
       insert into users (id, email, name, email_verified_at, created_at)
       select uuidv7(), 'class-' || n || '@school.example', 'Ada ' || n, now(), now()
       from generate_series(2, $2::int) n returning id)
     insert into enrollments (user_id, course_id, version_id, source, status, enrolled_at,
       required_lessons, remaining_lessons)
     select p.id, e.course_id, e.version_id, e.source, e.status, e.enrolled_at,
       e.required_lessons, e.remaining_lessons
     from people p, enrollments e where e.course_id = $1`,
    learners,
  )
  await run(
    `with asked as (
       select substring(key from '[0-9]+$') as lesson, array_agg(id order by key) as revisions
       from question_revisions where course_id = $1 group by 1
     ), tries as (
       select e.user_id, l.id as lesson_id, l.key, a.revisions, n,
         abs(hashtext(e.user_id || l.key || n)) % 3 as choice,
         abs(hashtext(l.key || e.user_id || n)) % 10 > 0 as others
       from enrollments e join lesson_revisions l on l.course_id = e.course_id
       join asked a on l.key = 'lesson-' || a.lesson
       cross join generate_series(1, case when l.key = 'lesson-1' then $2::int else 1 end) n
       where e.course_id = $1
     ), graded as (
       select *, (others::int * 2 + (choice = 1)::int) as points from tries
     )
     insert into attempts (id, user_id, course_id, lesson_key, lesson_id, type, number, status,
       started_at, submitted_at, items, answers, revisions, max_points, points, score, passed)
     select uuidv7(), user_id, $1, key, lesson_id, 'quiz', n, 'graded', now(), now(),
       (select jsonb_agg(jsonb_build_object('revision', r, 'type', 'single', 'points', 1,
         'order', '[0, 1, 2]'::jsonb) order by place) from unnest(revisions) with ordinality o(r, place)),
       jsonb_build_object('1', jsonb_build_object('type', 'single', 'choice', choice))
         || case when others then '{"0": {"type": "single", "choice": 0},
           "2": {"type": "single", "choice": 0}}'::jsonb else '{}' end,
       revisions, 3, points, points * 10000 / 3, points >= 2
     from graded`,
    attemptsEach,
  )
  await run(
    `insert into gradings (attempt_id, number, at, cause, item_points, points, max_points, score,
       passed)
     select id, 1, submitted_at, 'submission', array[(points >= 2)::int, points % 2,
       (points >= 2)::int], points, max_points, score, passed
     from attempts where course_id = $1`,
  )
  await publishCourse(deps, contentOf(0))
  await rowsOf(databaseUrl, 'vacuum analyze')
  process.stderr.write(`${learners} learners are filled in ${secondsSince(began)} s\n`)
  return courseId
}

/** Lists of the class, each by all of its pages, and reports. */
const lists = [
  { path: 'gradebook?limit=50', label: `a page of ${learners} × ${lessons}`, most: 100 },
  { path: 'learners?limit=50', label: 'learners, by account', most: 50 },
  { path: 'learners?limit=50&sort=newest', label: 'learners, the newest first', most: 50 },
  { path: 'learners?limit=50&q=Ada%209', label: 'learners by words of the name', most: 50 },
  { path: 'stuck?limit=50&days=1', label: 'who stopped', most: 50 },
  { path: 'report', label: 'the report', most: 50 },
]

async function benchLists(databaseUrl: string, deps: Deps, courseId: string): Promise<void> {
  const { id, email } = await makeGiven(deps).admin()
  const { token } = await signIn(deps, { id, email })
  const { child, address } = await startContender('lyceum', databaseUrl)
  printHead(['p50 ms', 'p95', 'p95 at most'])
  for (const { path, label, most } of lists) {
    const first = `${address}/api/v1/authoring/courses/${courseId}/${path}`
    const pages: string[] = []
    let cursor: string | null | undefined = ''
    while (cursor != null && pages.length < 100) {
      const url: string = cursor === '' ? first : `${first}&cursor=${cursor}`
      pages.push(url)
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
      cursor = ((await answer.json()) as { nextCursor?: string | null }).nextCursor
    }
    // A list of one page is read as often as one of many.
    const asked = Array.from({ length: 200 }, (_, index) => pages[index % pages.length] ?? first)
    const times: number[] = []
    for (const url of asked) times.push(...(await timed([url], (it) => ask(it, token))))
    const cells = [0.5, 0.95].map((part) => quantile(times, part).toFixed(1))
    judge(label, [...cells, most], quantile(times, 0.95) <= most)
  }
  child.disconnect()
}

async function benchRegrade(databaseUrl: string, deps: Deps, courseId: string): Promise<void> {
  const [to] = await rowsOf<{ id: string }>(
    databaseUrl,
    `select id from question_revisions where course_id = $1 and key = 'asked-1'
     order by number desc limit 1`,
    [courseId],
  )
  const regrade = await insertRegrade(deps.db, {
    ...{ id: newId(), courseId, questionKey: 'asked-1', toRevision: to?.id ?? '' },
    ...{ policy: 'recompute', certificates: 'keep', reason: null, requestedBy: null },
    ...{ dryRun: false, allowLower: false, createdAt: new Date() },
  })
  const began = performance.now()
  while (!(await regradeForAWhile(deps, regrade?.id ?? ''))) process.stderr.write('.')
  const seconds = Number(secondsSince(began))
  const [done] = await rowsOf<{ checked: number; written: number }>(
    databaseUrl,
    `select checked, (select count(*)::int from gradings where cause = 'regrade') as written
     from regrades`,
  )
  const { checked = 0, written = 0 } = done ?? {}
  printHead(['attempts', 'new gradings', 'seconds', '100,000 in 60 s'])
  judge('grade a question again', [checked, written, seconds], seconds <= (60 * checked) / 100_000)
}

await withSetting('assessment', async (setting) => {
  await benchStarts(setting)
  const { databaseUrl } = setting
  const { deps, close } = await openService(databaseUrl, pino({ level: 'warn' }))
  const courseId = await fillClass(databaseUrl, deps)
  await benchLists(databaseUrl, deps, courseId)
  await benchRegrade(databaseUrl, deps, courseId)
  await close()
})
