import { setTimeout as pause } from 'node:timers/promises'
import { type RegradePolicy, regradePolicies } from '../../content/course-values.ts'
import { submitDueAttempts } from '../../server/features/assessment/attempts/submit-attempt.ts'
import { publishQuiz, quizOf, withQuiz } from '../../server/features/assessment/test-support.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { checkData } from '../../server/features/maintenance/invariants/check-data.ts'
import { numberAfter } from '../bench/setting.ts'
import { secondsSince } from '../bench/times.ts'
import { rowsOf } from '../support/database.ts'
import { kill, openPlace } from '../support/place.ts'
import { confirm, report, say } from '../support/say.ts'

/*
 * `npm run checks -- regrades [--attempts 10000]`: grades four questions of a quiz again, each under
 * another policy, while the server is killed (-9). Exit code 1 when an attempt does not have what a
 * fresh computation gives it, when somebody gets something else than the dry run said, or when a
 * certificate is lost.
 */
const attempts = numberAfter('--attempts', 10_000)
const attemptsPerLearner = 4
const learners = Math.ceil(attempts / attemptsPerLearner)
const passPercent = 75

const texts = ['Bowline', 'Slip knot', 'Granny knot']

/** One question for each policy; its second option is right at first. */
const questions = (right: number) =>
  regradePolicies.map((policy) => ({
    key: `for-${policy}`,
    type: 'single',
    title: `Which one, ${policy}?`,
    points: 3,
    options: texts.map((text, place) => ({ text, right: place === right })),
  }))

await using place = await openPlace('regrades', { CHROMIUM_PATH: '/nonexistent' })
const { deps, databaseUrl, given } = place
const admin = await given.admin()
const settings = { shuffles: false, passPercent, timeLimitMinutes: 1 }
const course = await fill()

async function fill() {
  const began = performance.now()
  const made = await publishQuiz(deps, {
    ...settings,
    questions: questions(1),
  })
  await given.enrollment(admin, made.content)
  await rowsOf(
    databaseUrl,
    `with people as (
       insert into users (id, email, name, email_verified_at, created_at)
       select uuidv7(), 'learner-' || n || '@school.example', 'Ada ' || n, now(), now()
       from generate_series(1, $2::int) n returning id)
     insert into enrollments (user_id, course_id, version_id, source, status, enrolled_at,
       required_lessons, remaining_lessons)
     select p.id, e.course_id, e.version_id, e.source, e.status, e.enrolled_at,
       e.required_lessons, e.remaining_lessons
     from people p, enrollments e where e.course_id = $1`,
    [made.courseId, learners - 1],
  )
  for (let number = 1; number <= attemptsPerLearner; number++) {
    await rowsOf(
      databaseUrl,
      `insert into attempts (id, user_id, course_id, lesson_key, lesson_id, type, number, status,
         started_at, deadline_at, items, answers, revisions, max_points)
       select uuidv7(), e.user_id, e.course_id, 'lesson-1', $2, 'quiz', $3::int, 'open',
         now() - interval '1 hour', now() - interval '1 minute', q.items, a.answers, q.revisions, 12
       from enrollments e cross join (
         select jsonb_agg(jsonb_build_object('revision', id, 'type', 'single', 'points', 3,
             'order', '[0, 1, 2]'::jsonb) order by id) as items, array_agg(id order by id) as revisions
         from question_revisions where course_id = $1 and number = 1) q
       cross join lateral (select jsonb_object_agg(place::text, jsonb_build_object('type', 'single',
           'choice', abs(hashtext(e.user_id || ' ' || $3::int || ' ' || place)) % 5 / 2)) as answers
         from generate_series(0, 3) place) a
       where e.course_id = $1`,
      [made.courseId, made.lessonId, number],
    )
    await submitDueAttempts(deps)
  }
  say('filled', `${attempts} attempts in ${secondsSince(began)} s`)
  return made
}

interface Row {
  id: string
  answers: Record<string, { choice: number }>
  points: (number | null)[]
  gradings: number
}

const graded = () =>
  rowsOf<Row>(
    databaseUrl,
    `select a.id, a.answers, g.item_points as points, g.number as gradings
     from attempts a join lateral (
       select item_points, number from gradings where attempt_id = a.id order by number desc limit 1
     ) g on true where a.course_id = $1 order by a.id`,
    [course.courseId],
  )

/** Computes anew what each policy gives for an answer. */
const fresh: Record<RegradePolicy, (choice: number) => number | null> = {
  recompute: (choice) => (choice === 0 ? 3 : 0),
  'accept-both': (choice) => (choice <= 1 ? 3 : 0),
  'full-points': () => 3,
  drop: () => null,
}

function expected(row: Row, place: number, policy: RegradePolicy): (number | null)[] {
  const again = row.points.with(place, fresh[policy](row.answers[place]?.choice ?? 2))
  const share = (points: (number | null)[]) => {
    const counted = points.filter((one) => one !== null)
    return counted.length === 0
      ? 1
      : counted.reduce((sum, one) => sum + one, 0) / (3 * counted.length)
  }
  return share(again) < share(row.points) ? row.points : again
}

/** Kills the server after one third and two thirds of the attempts. */
async function regradeUnderKills(policy: RegradePolicy): Promise<string> {
  const path = `/api/v1/authoring/courses/${course.courseId}/questions/for-${policy}/regrade`
  const toRevision = policy === 'recompute' || policy === 'accept-both' ? 2 : 1
  const ask = async (baseUrl: string, dryRun: boolean) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ toRevision, policy, dryRun }),
    }).catch(() => undefined)
  let server = await place.startServer()
  await ask(server.url, true)
  const newest = async () => {
    const [row] = await rowsOf<{ id: string; status: string; checked: number; dry: boolean }>(
      databaseUrl,
      `select id, status, checked, dry_run as dry from regrades order by id desc limit 1`,
    )
    return row ?? { id: '', status: 'running', checked: 0, dry: true }
  }
  while ((await newest()).status !== 'done') await pause(100)
  const dry = await newest()
  const asked = ask(server.url, false)
  let kills = 0
  for (;;) {
    const { status, checked, id, dry: isDry } = await newest()
    if (!isDry && status === 'done') {
      await asked
      await server[Symbol.asyncDispose]()
      const [different] = await rowsOf<{ count: number }>(
        databaseUrl,
        `select count(*)::int as count from (
           (select * from said except select * from done) union all
           (select * from done except select * from said)) d`.replace(
          /said|done/gu,
          (which) =>
            `(select user_id, lesson_key, score_before, score_after, passed_before, passed_after,
             kept, grade_before, grade_after, completes, certificate
           from regrade_results where regrade_id = '${which === 'said' ? dry.id : id}') ${which}`,
        ),
      )
      report(different?.count === 0, policy, `as foretold for all but ${different?.count}`)
      return `${kills} kills`
    }
    if (!isDry && kills < 2 && checked >= ((kills + 1) * attempts) / 3) {
      await kill(server)
      kills++
      server = await place.startServer()
    }
    await pause(20)
  }
}

const issued = () =>
  rowsOf<{ id: string }>(databaseUrl, `select id from certificates where status <> 'revoked'`)

const mended = withQuiz(course.content, quizOf({ ...settings, questions: questions(0) }))
await publishCourse(deps, mended)
for (const [position, policy] of regradePolicies.entries()) {
  const [before, certificates] = [await graded(), await issued()]
  const began = performance.now()
  const kills = await regradeUnderKills(policy)
  const after = await graded()
  const wrong = after.filter((row, index) => {
    const was = before[index]
    if (was === undefined) return true
    const points = expected(was, position, policy)
    const isChanged = JSON.stringify(points) !== JSON.stringify(was.points)
    return (
      JSON.stringify(points) !== JSON.stringify(row.points) ||
      row.gradings !== was.gradings + (isChanged ? 1 : 0)
    )
  })
  const finding = `${after.length - wrong.length} of ${after.length} as computed afresh`
  report(wrong.length === 0, policy, `${finding}, ${kills}, ${secondsSince(began)} s`)
  const now = new Set((await issued()).map(({ id }) => id))
  const lost = certificates.filter(({ id }) => !now.has(id)).length
  report(lost === 0, policy, `${certificates.length} certificates became ${now.size}, ${lost} lost`)
}
const states = (await checkData(deps)).filter(({ state }) => state !== 'ok')
for (const { invariant, state } of states) say(invariant, state)
confirm('all data is as it must be', states.length === 0)
