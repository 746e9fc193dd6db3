import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { outsideTransactionMark } from '../../db/postgres/migrator/files.ts'
import { migrateDatabase } from '../../db/postgres/migrator/migrator.ts'
import { createKeys } from '../../server/security/key-ring/keys.ts'
import { freePort } from '../../server/test/free-port.ts'
import { password } from '../../server/test/given.ts'
import { numberAfter } from '../bench/setting.ts'
import { ask } from '../support/ask.ts'
import { rowsOf } from '../support/database.ts'
import { openFolder } from '../support/folder.ts'
import type { Settings } from '../support/place.ts'
import { root, run as runProgram } from '../support/programs.ts'
import { type RestartableServer, restartableServer } from '../support/restartable-server.ts'
import { say } from '../support/say.ts'
import { type History, startLoad } from './load.ts'
import { type LockWaits, readSlowly, watchLockWaits } from './lock-waits.ts'
import { type Release, unpackReleaseBefore } from './release-before.ts'
import { publishEachType, takeTheirWord, tempted } from './unknown-lessons.ts'

/*
 * Upgrades without a stop: `npm run checks -- rolling-upgrade`, or this file with `--minutes 10
 * --users 16`. Servers of the release before and of the present one run side by side on one
 * database, which is migrated meanwhile, with a `select` of 60 s open on its busiest tables.
 */
const minutes = numberAfter('--minutes', 10)
const users = numberAfter('--users', 16)
const selectSeconds = numberAfter('--select-seconds', 60)
const greatestWaitMilliseconds = 2_000
const greatestUnavailableShare = 0.001

const opened = await openFolder('rolling-upgrade')
const folder = opened.path
const failures: string[] = []
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, 'postgres'),
  log: pino({ level: 'error' }),
  settings: { log_lock_waits: 'on' },
})
const settings: Settings = {
  NODE_ENV: 'test',
  NODE_OPTIONS: '--expose-gc',
  DATA_DIR: folder,
  DATABASE_URL: postgres.url,
  PUBLIC_URL: 'http://127.0.0.1:3000',
  RATE_LIMIT_SCALE: '1000000',
  BCRYPT_COST: '10',
  SEED_DEMO: 'false',
  LOG_LEVEL: 'warn',
  // Printing takes most of the processor.
  CHROMIUM_PATH: '/nonexistent',
}
const servers: RestartableServer[] = []

async function run(): Promise<void> {
  await createKeys(join(folder, 'keys/keys.json'))
  const before = await unpackReleaseBefore(join(folder, 'release-before'))
  say('release before', before.name)
  await runCommand(before.folder, ['course', 'import', ...(await writeCourses(60))])
  const first = await start(before, 'before-1')
  const second = await start(before, 'before-2')
  await register(first)
  const courses = await rowsOf<{ id: string }>(postgres.url, 'select id from courses')
  await fillTables()

  const rotation = [first.url, second.url]
  const until = performance.now() + minutes * 60_000
  const waits = await watchLockWaits(postgres.url)
  const load = startLoad({
    servers: rotation,
    users: emails(),
    courses: courses.map(({ id }) => id),
  })
  await sleep(5_000)

  await migrateUnderLoad('the files of this release', async () => {
    const output = await runCommand(root, ['migrate'], { LOG_LEVEL: 'info' })
    process.stdout.write(`${output}\n`)
  })
  await migrateUnderLoad('two files for rehearsal', async () => {
    await migrateDatabase(postgres.url, { folder: await writeRehearsal() })
  })

  const noMigration = { MIGRATE_AT_START: 'false' }
  const third = await start({ name: 'present', folder: root }, 'present-1', noMigration)
  rotation.push(third.url)
  say('side by side', 'two of the release before, one of the present')
  await publishEachType(folder, (args) => runCommand(root, args))
  await sleep(2_000)
  rotation.splice(rotation.indexOf(second.url), 1)
  await sleep(2_000)
  await second.stop()
  const back = await start(before, 'before-2')
  rotation.push(back.url)
  say('restarted', 'one of the release before, on the new schema')
  failures.push(...(await takeTheirWord(back.url, postgres.url)))
  await sleep(Math.max(until - performance.now(), 0))
  await load.end()
  await waits.end()
  await judge(load.history, waits)
}

async function start(
  release: Release,
  name: string,
  own: Settings = {},
): Promise<RestartableServer> {
  const all = { ...settings, PORT: String(await freePort()), ...own }
  const server = restartableServer(join(folder, `${name}.log`), all, release.folder)
  servers.push(server)
  await server.start()
  return server
}

/** Runs the command line of a release. */
function runCommand(release: string, args: string[], own: Settings = {}): Promise<string> {
  const script = join(release, 'scripts/lyceum.ts')
  return runProgram(process.execPath, [script, ...args], release, { ...settings, ...own })
}

/** Migrates while somebody reads for a long time. */
async function migrateUnderLoad(what: string, migrate: () => Promise<void>): Promise<void> {
  const reading = readSlowly(postgres.url, selectSeconds)
  await sleep(500)
  const began = performance.now()
  await migrate()
  const seconds = (performance.now() - began) / 1_000
  say(what, `applied after ${seconds.toFixed(1)} s, with a select of ${selectSeconds} s open`)
  await reading
}

function emails(): string[] {
  return Array.from({ length: users }, (_, index) => `learner-${index}@example.com`)
}

async function register({ url }: RestartableServer): Promise<void> {
  for (const email of [...emails(), tempted]) {
    const { status } = await ask(url, 'POST /api/v1/auth/register', { body: { email, password } })
    if (status !== 201) throw new Error(`A registration was answered ${status}.`)
  }
  await rowsOf(postgres.url, 'update users set email_verified_at = created_at')
}

async function writeCourses(count: number): Promise<string[]> {
  const folders = Array.from({ length: count }, (_, index) => join(folder, `course-${index}`))
  for (const [index, path] of folders.entries()) {
    await mkdir(path)
    const lessons = ['a', 'b', 'c'].map((name) => `      - { file: ${name}.md, minutes: 5 }`)
    await writeFile(
      join(path, 'course.yaml'),
      `slug: course-${index}\ntitle: Course ${index}\nsummary: A course.\nlanguage: en\n` +
        `price: { amount: 900, currency: USD }\n` +
        `sections:\n  - title: All\n    lessons:\n${lessons.join('\n')}\n`,
    )
    for (const name of ['a', 'b', 'c'])
      await writeFile(join(path, `${name}.md`), `# Lesson ${name}\n\nSome words.\n`)
  }
  return folders
}

/** Tables that are rewritten or scanned under a lock show it. */
async function fillTables(): Promise<void> {
  await rowsOf(
    postgres.url,
    `insert into users (id, email, name, created_at)
      select gen_random_uuid(), 'reader-' || n || '@example.com', 'Reader', now()
      from generate_series(1, 4000) n`,
  )
  await rowsOf(
    postgres.url,
    `insert into enrollments (user_id, course_id, version_id, status, source, enrolled_at)
      select u.id, v.course_id, v.id, 'active', 'administrator', now()
      from users u cross join course_versions v where u.email like 'reader-%'`,
  )
  await rowsOf(
    postgres.url,
    `insert into lesson_progress
        (user_id, course_id, lesson_key, percent, position_seconds, updated_at)
      select e.user_id, e.course_id, l.key, 50, 10, now()
      from enrollments e join lessons l on l.version_id = e.version_id and l.position = 0`,
  )
  say('rows of progress', await countOf('select count(*) from lesson_progress'))
}

/** Files as any release may bring them, on the busiest tables. */
async function writeRehearsal(): Promise<string> {
  const target = join(folder, 'rehearsal')
  await mkdir(join(target, 'meta'), { recursive: true })
  const files = {
    columns: ['lesson_progress', 'enrollments', 'transactions', 'users']
      .map((table) => `alter table ${table} add column rehearsal int`)
      .join(';\n--> statement-breakpoint\n'),
    index:
      `${outsideTransactionMark}\ncreate index concurrently "rehearsal" on lesson_progress ` +
      '(updated_at)',
  }
  const entries = Object.keys(files).map((tag, index) => ({ tag, when: 9e12 + index }))
  await writeFile(join(target, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [tag, text] of Object.entries(files)) await writeFile(join(target, `${tag}.sql`), text)
  return target
}

async function judge(history: History, waits: LockWaits): Promise<void> {
  const answers = [...history.answers].sort(([, one], [, other]) => other - one)
  for (const [answer, times] of answers) say(answer, String(times))
  const total = answers.reduce((sum, [, times]) => sum + times, 0)
  const unavailable = answers
    .filter(([answer]) => answer.startsWith('503'))
    .reduce((sum, [, times]) => sum + times, 0)
  say('answers', `${total}, of them ${((100 * unavailable) / total).toFixed(3)} % 503`)
  if (unavailable > total * greatestUnavailableShare) failures.push('too many answers were 503')
  failures.push(...history.violations)

  for (const [what, milliseconds] of waits.longest)
    if (milliseconds > 200) say(`longest wait of ${what}`, `${Math.round(milliseconds)} ms`)
  say('longest wait of a server for a lock', `${Math.round(waits.ofServers())} ms`)
  if (waits.ofServers() > greatestWaitMilliseconds) failures.push('a server waited too long')
  await compareWithDatabase(history)
  const doctor = await runCommand(root, ['doctor', '--data']).catch(String)
  say('doctor --data', doctor.includes('in order') ? 'everything is in order' : 'found something')
  if (!doctor.includes('in order')) failures.push(`doctor --data: ${doctor}`)
}

/** Checks that nothing acknowledged is lost. */
async function compareWithDatabase({ paid, completed }: History): Promise<void> {
  const given = await countOf(
    "select count(*) from transactions where status = 'fulfilled' and id = any($1)",
    paid,
  )
  const kept = await countOf(
    `select count(*) from lesson_progress p join users u on u.id = p.user_id
     where p.completed_at is not null
       and u.email || ' ' || p.course_id || ' ' || p.lesson_key = any($1)`,
    completed,
  )
  say('purchases paid', `${paid.length}, given ${given}`)
  say('lessons completed', `${completed.length}, kept ${kept}`)
  if (Number(given) !== paid.length) failures.push('a paid purchase was not given')
  if (Number(kept) !== completed.length) failures.push('a completion was lost')
}

async function countOf(text: string, ...values: unknown[]): Promise<string> {
  const [row] = await rowsOf<{ count: string }>(postgres.url, text, values)
  return row?.count ?? 'none'
}

try {
  await run()
} catch (error) {
  failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await postgres.stop()
}
for (const failure of failures.slice(0, 20)) say('FAILED', failure)
if (failures.length > 0) {
  say('logs', folder)
  process.exitCode = 1
} else await opened[Symbol.asyncDispose]()
