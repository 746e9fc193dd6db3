import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { findMove, type MoveRow } from '../../db/queries/authoring/moves.ts'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import { replaceDraft } from '../../server/features/authoring/drafts/replace-draft.ts'
import type { CourseContent, LessonContent } from '../../server/features/authoring/drafts/types.ts'
import { startMove } from '../../server/features/authoring/moves/start-move.ts'
import { publishDraft } from '../../server/features/authoring/versions/publish-draft.ts'
import { checkData } from '../../server/features/care/invariants/check-data.ts'
import { createKeys } from '../../server/security/key-ring/keys.ts'
import { freePort } from '../../server/test/free-port.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts'
import { fillLongCourse, longCourse, longCourseOf, openService } from '../bench/long-course.ts'
import { freshDatabase, numberAfter, withPostgres } from '../bench/setting.ts'

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
    const title = `Lesson ${number}`
    return [{ ...names, title, content, type: 'text', minutes: 5, required: true, preview: false }]
  })
  return longCourseOf(lessons)
}

/** Takes every mail and forgets it. */
async function startMailServer(port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, _session, callback) => {
      stream.resume()
      stream.on('end', () => callback())
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

type Opened = Awaited<ReturnType<typeof openService>>

async function publishVersion({ deps }: Opened, version: number): Promise<string> {
  const { id: courseId } = (await findCourse(deps.db, { slug: longCourse })) ?? { id: '' }
  const baseVersion = version - 1
  const { revision } = await replaceDraft(deps, {
    courseId,
    content: contentOf(version),
    baseVersion,
    managedBy: 'folder',
  })
  await publishDraft(deps, { courseId, revision, baseVersion })
  return courseId
}

interface MoveOfCheck {
  opened: Opened
  id: string
  startServer: () => Promise<ServerProcess>
}

/** Kills the server whenever another share of the learners is moved. */
async function moveUnderKills({ opened, id, startServer }: MoveOfCheck): Promise<MoveRow> {
  let server = await startServer()
  let killed = 0
  let seconds = 0
  for (;;) {
    const before = await requireMove(opened, id)
    await pause(200)
    const move = await requireMove(opened, id)
    if (move.moved > before.moved) seconds += 0.2
    if (move.status === 'done') {
      const speed = (move.moved / seconds).toFixed(0)
      say(`${move.policy}: ${move.moved} moved, ${move.skipped} left; ${speed} learners a second`)
      await server[Symbol.asyncDispose]()
      return move
    }
    const share = (killed + 1) / (kills + 1)
    if (killed < kills && move.total !== null && move.moved >= share * move.total) {
      server.process.kill('SIGKILL')
      await server.exit
      killed++
      say(`killed after ${move.moved} learners`)
      server = await startServer()
    }
  }
}

async function requireMove({ deps }: Opened, id: string): Promise<MoveRow> {
  const move = await findMove(deps.db, id)
  if (move === undefined) throw new Error('The move is gone.')
  return move
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
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

async function hasWrongCounts({ deps }: Opened): Promise<boolean> {
  const checked = await checkData(deps)
  const wrong = checked.filter(({ state }) => state !== 'ok')
  for (const { invariant, state, listed } of wrong) say(`${invariant}: ${state}, ${listed.length}`)
  return wrong.some(({ invariant }) => invariant === 'remaining-lessons-are-counted')
}

const folder = await mkdtemp(join(tmpdir(), 'lyceum-moves-'))
await chmod(folder, 0o755)
const mailPort = await freePort()
const mailServer = await startMailServer(mailPort)
await createKeys(join(folder, 'keys.json'))
try {
  await withPostgres(pino({ level: 'warn' }), async (serverUrl) => {
    const began = performance.now()
    const databaseUrl = await freshDatabase(serverUrl, 'moves_check')
    await fillLongCourse(databaseUrl, { learners, lessons: lessonCount })
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(watch)
    await client.query('vacuum analyze')
    say(`${learners} learners of ${lessonCount} lessons: filled in ${secondsSince(began)} s`)

    const opened = await openService(databaseUrl, pino({ level: 'warn' }))
    const settings = {
      DATABASE_URL: databaseUrl,
      KEYS_FILE: join(folder, 'keys.json'),
      PUBLIC_URL: 'http://lyceum.test',
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
    }
    const startServer = () => startServerProcess(folder, settings)
    for (const [to, policy] of [
      [2, 'all'],
      [3, 'correction'],
    ] as const) {
      const courseId = await publishVersion(opened, to)
      const { id } = await startMove(opened.deps, { courseId, to, policy })
      const since = performance.now()
      const move = await moveUnderKills({ opened, id, startServer })
      const noted = await countNoted(client)
      say(`  in ${secondsSince(since)} s with ${kills} kills; ${noted.learners} once each`)
      if (move.moved !== learners || noted.moves !== learners || noted.learners !== learners)
        process.exitCode = 1
    }
    if (await hasWrongCounts(opened)) process.exitCode = 1
    await opened.close()
    await client.end()
  })
} finally {
  mailServer.close()
  await rm(folder, { recursive: true, force: true })
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1)
}
