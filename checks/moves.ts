import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { CourseContent, LessonContent } from '../content/draft.ts'
import { findMove, type MoveRow } from '../db/queries/authoring/moves.ts'
import { startMove } from '../server/features/authoring/moves/start-move.ts'
import { publishDraft } from '../server/features/authoring/versions/publish-draft.ts'
import { checkData } from '../server/features/maintenance/invariants/check-data.ts'
import { freePort } from '../server/test/free-port.ts'
import { fillLongCourse, longCourseOf, madeLesson } from './bench/school.ts'
import { numberAfter } from './bench/setting.ts'
import { secondsSince } from './bench/times.ts'
import { withClient } from './support/database.ts'
import { openDraft } from './support/long-course.ts'
import { startMailServer } from './support/mail-server.ts'
import { kill, openPlace, type Place } from './support/place.ts'
import { confirm, report, say } from './support/say.ts'

/*
 * `npm run checks -- moves [--learners 100000] [--lessons 562] [--kills 3]`: moves the learners of a
 * long course to a version that lacks some lessons and renames others, then corrects that version
 * for all of them. Each time the server is killed (-9) again and again. Exit code 1 when a learner
 * is not moved exactly once, or anything is counted wrong.
 */
const learners = numberAfter('--learners', 100_000)
const lessonCount = numberAfter('--lessons', 562)
const kills = numberAfter('--kills', 3)

/** Version 2 lacks every tenth lesson, and has new keys for others; version 3 is written better. */
function contentOf(version: number): CourseContent {
  const numbers = Array.from({ length: lessonCount }, (_, number) => number)
  const lessons = numbers.flatMap((number): LessonContent[] => {
    if (number % 10 === 7) return []
    const key = `lesson-${number}`
    const names = number % 10 === 5 ? { key: `new-${key}`, formerKeys: [key] } : { key }
    const content = number === 0 ? `What there is to know, version ${version}.` : `About ${number}.`
    return [{ ...madeLesson(number), ...names, content }]
  })
  return longCourseOf(lessons)
}

async function publishVersion({ deps }: Place, version: number): Promise<string> {
  const baseVersion = version - 1
  const draft = await openDraft(deps, contentOf(version), baseVersion)
  await publishDraft(deps, { ...draft, baseVersion })
  return draft.courseId
}

/** Kills the server whenever another share of the learners is moved. */
async function moveUnderKills(place: Place, id: string): Promise<MoveRow> {
  let server = await place.startServer()
  let killed = 0
  let seconds = 0
  for (;;) {
    const before = await requireMove(place, id)
    await pause(200)
    const move = await requireMove(place, id)
    if (move.moved > before.moved) seconds += 0.2
    if (move.status === 'done') {
      const speed = (move.moved / seconds).toFixed(0)
      say(move.policy, `${move.moved} moved, ${move.skipped} left; ${speed} learners a second`)
      await server[Symbol.asyncDispose]()
      return move
    }
    const share = (killed + 1) / (kills + 1)
    if (killed < kills && move.total !== null && move.moved >= share * move.total) {
      await kill(server)
      killed++
      say('killed', `after ${move.moved} learners`)
      server = await place.startServer()
    }
  }
}

async function requireMove({ deps }: Place, id: string): Promise<MoveRow> {
  const move = await findMove(deps.db, id)
  if (move === undefined) throw new Error('The move is gone.')
  return move
}

const watch = `
  create table noted_moves (user_id uuid not null);
  create function note_move() returns trigger language plpgsql as $$
    begin insert into noted_moves values (new.user_id); return null; end $$;
  create trigger note_move after update of version_id on enrollments for each row
    when (old.version_id <> new.version_id) execute function note_move()`

async function countNoted(client: Client): Promise<{ moves: number; learners: number }> {
  const { rows } = await client.query<{ moves: number; learners: number }>(
    'select count(*)::int as moves, count(distinct user_id)::int as learners from noted_moves',
  )
  await client.query('truncate noted_moves')
  return rows[0] ?? { moves: 0, learners: 0 }
}

async function judgeCounts({ deps }: Place): Promise<void> {
  const wrong = (await checkData(deps)).filter(({ state }) => state !== 'ok')
  for (const { invariant, state, listed } of wrong) say(invariant, `${state}, ${listed.length}`)
  const isWrong = wrong.some(({ invariant }) => invariant === 'remaining-lessons-are-counted')
  confirm('remaining lessons are counted right', !isWrong)
}

async function moveTwice(place: Place, client: Client): Promise<void> {
  for (const [to, policy] of [
    [2, 'all'],
    [3, 'correction'],
  ] as const) {
    const courseId = await publishVersion(place, to)
    const { id } = await startMove(place.deps, { courseId, to, policy })
    const began = performance.now()
    const { moved } = await moveUnderKills(place, id)
    const noted = await countNoted(client)
    report(
      moved === learners && noted.moves === learners && noted.learners === learners,
      'each learner once',
      `${noted.learners} of ${learners} in ${secondsSince(began)} s with ${kills} kills`,
    )
  }
}

const mailPort = await freePort()
const mailServer = await startMailServer(mailPort)
await using place = await openPlace('moves', {
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  RATE_LIMIT_SCALE: '1',
  LOG_LEVEL: 'warn',
})
const began = performance.now()
await fillLongCourse(place.databaseUrl, { learners, lessons: lessonCount })
await withClient(place.databaseUrl, async (client) => {
  await client.query(watch)
  await client.query('vacuum analyze')
  say('filled', `${learners} learners of ${lessonCount} lessons in ${secondsSince(began)} s`)
  await moveTwice(place, client)
})
await judgeCounts(place)
await mailServer.close()
