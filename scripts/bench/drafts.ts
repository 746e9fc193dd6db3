import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { connectDatabase } from '../../db/client.ts'
import { insertUser } from '../../db/queries/people/users/users.ts'
import type { Deps } from '../../server/context.ts'
import { createCourse } from '../../server/features/authoring/authoring/create-course.ts'
import { replaceDraft } from '../../server/features/authoring/drafts/replace-draft.ts'
import { publishDraft } from '../../server/features/authoring/versions/publish-draft.ts'
import { createServiceJobs } from '../../server/job-kinds.ts'
import { newId } from '../../server/lib/ids.ts'
import { makeKeys } from '../../server/security/key-ring/keys.ts'
import { benchDeps } from './deps.ts'
import { quantile } from './measure.ts'
import { freshDatabase, numberAfter, startContender, withPostgres } from './setting.ts'
import { password, signIn } from './world.ts'

/*
 * `node scripts/bench/drafts.ts [--lessons 562] [--minutes 10]`: reads the draft of a long course,
 * then saves its lessons from two tabs as editors do. Promised: the draft reads in at most 150 ms,
 * 95 of 100 saves take at most 25 ms, and no text is lost unseen. Exit code 1 when broken.
 */
const lessons = numberAfter('--lessons', 562)
const minutes = numberAfter('--minutes', 10)
const reads = 200
const pauseMilliseconds = 100
const promised = { read: 150, save: 25 }

const paragraph = 'A paragraph of Markdown that says something worth knowing. '

interface Author {
  /** Sends a request; the path is that below the draft. */
  send(method: string, path: string, options?: { revision?: number; body?: object }): Promise<Sent>
}

interface Sent {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every kind
  body: any
  milliseconds: number
}

async function fill(databaseUrl: string): Promise<{ courseId: string; token: string }> {
  const log = pino({ level: 'warn' })
  const database = connectDatabase({ url: databaseUrl, log })
  const jobs = await createServiceJobs({ db: database.db, log, maintain: false })
  const deps = await benchDeps({ log, database, jobs })
  const author = { id: newId(), email: 'author@example.com' }
  const { hash, pepperVersion } = await deps.passwords.hash(password)
  const at = new Date()
  await insertUser(deps.db, {
    ...author,
    name: 'Author',
    role: 'learner',
    passwordHash: hash,
    pepperVersion,
    emailVerifiedAt: at,
    createdAt: at,
  })
  const courseId = await writeCourse(deps, author.email)
  const { token } = await signIn(deps, author)
  await database.db.execute('vacuum analyze')
  await jobs.stop()
  await database.close()
  return { courseId, token }
}

async function writeCourse(deps: Deps, ownerEmail: string): Promise<string> {
  const terms = {
    slug: 'long',
    title: 'A long course',
    summary: 'A sentence or two about it.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
  }
  const { id: courseId } = await createCourse(deps, { ...terms, ownerEmail })
  const perSection = Math.ceil(lessons / 20)
  const keys = Array.from({ length: lessons }, (_, index) => `lesson-${index}`)
  const sections = Array.from({ length: Math.ceil(lessons / perSection) }, (_, section) => ({
    title: `Section ${section}`,
    lessons: keys.slice(section * perSection, (section + 1) * perSection).map((key) => ({
      key,
      title: `About ${key}`,
      type: 'text' as const,
      minutes: 5,
      required: true,
      preview: false,
      content: `${key}: ${paragraph.repeat(150)}`,
    })),
  }))
  const { revision } = await replaceDraft(deps, {
    courseId,
    content: { ...terms, sections },
    baseVersion: null,
    managedBy: 'http',
  })
  await publishDraft(deps, { courseId, revision, baseVersion: null })
  return courseId
}

function authorAt(
  address: string,
  { courseId, token }: { courseId: string; token: string },
): Author {
  const url = `${address}/api/v1/authoring/courses/${courseId}/draft`
  return {
    async send(method, path, { revision, body } = {}) {
      const began = performance.now()
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(revision !== undefined && { 'if-match': `"r${revision}"` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const milliseconds = performance.now() - began
      return { status: answer.status, body: JSON.parse(text), milliseconds }
    },
  }
}

async function timeReads(author: Author): Promise<number[]> {
  const times: number[] = []
  for (let read = 0; read < reads; read += 1) {
    const { milliseconds, status } = await author.send('GET', '')
    if (status !== 200) throw new Error(`The draft answered ${status}.`)
    times.push(milliseconds)
  }
  return times
}

/**
 * A tab that saves a lesson of its own and then one that both tabs have open: there it adds a mark
 * to the text that it has read, and reads again when it is refused.
 */
async function keepSaving(author: Author, name: string, until: number) {
  const times: number[] = []
  const marks: string[] = []
  let refused = 0
  for (let count = 0; Date.now() < until; count += 1) {
    const own = await author.send('GET', `/lessons/lesson-${name}`)
    const saved = await author.send('PATCH', `/lessons/lesson-${name}`, {
      revision: own.body.revision,
      body: { content: `Save ${count}. ${paragraph.repeat(150)}` },
    })
    if (saved.status !== 200) throw new Error(`A tab of its own lesson got ${saved.status}.`)
    times.push(saved.milliseconds)

    const shared = await author.send('GET', '/lessons/lesson-0')
    const mark = `${name}-${count}`
    const added = await author.send('PATCH', '/lessons/lesson-0', {
      revision: shared.body.revision,
      body: { content: `${shared.body.content}\n${mark}` },
    })
    times.push(added.milliseconds)
    if (added.status === 200) marks.push(mark)
    else if (added.status === 412) refused += 1
    else throw new Error(`A tab of the common lesson got ${added.status}.`)
    await sleep(pauseMilliseconds)
  }
  return { times, marks, refused }
}

function print(what: string, times: number[], limit: number): boolean {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => quantile(times, part))
  const cells = [times.length, p50?.toFixed(1), p95?.toFixed(1), p99?.toFixed(1), limit]
  process.stdout.write(`| ${[what, ...cells].join(' | ')} |\n`)
  return (p95 ?? Number.NaN) <= limit
}

process.env.BENCH_KEYS = JSON.stringify(await makeKeys())
await withPostgres(pino({ level: 'warn' }), async (serverUrl) => {
  const databaseUrl = await freshDatabase(serverUrl, 'bench_drafts')
  const course = await fill(databaseUrl)
  const server = await startContender('lyceum', databaseUrl)
  const author = authorAt(server.address, course)

  process.stdout.write(
    '| | requests | p50 ms | p95 ms | p99 ms | promised p95 |\n|---|---:|---:|---:|---:|---:|\n',
  )
  await timeReads(author)
  let isKept = print(
    `read ${lessons} lessons, no draft open`,
    await timeReads(author),
    promised.read,
  )
  const { body: closed } = await author.send('GET', '')
  const first = await author.send('PATCH', '/lessons/lesson-3', {
    revision: closed.revision,
    body: { minutes: 6 },
  })
  process.stdout.write(`| open the draft | 1 | ${first.milliseconds.toFixed(1)} | | | |\n`)
  isKept =
    print(`read ${lessons} lessons of a draft`, await timeReads(author), promised.read) && isKept

  const until = Date.now() + minutes * 60_000
  const tabs = await Promise.all(['1', '2'].map((name) => keepSaving(author, name, until)))
  isKept =
    print(
      'save a lesson, two tabs',
      tabs.flatMap(({ times }) => times),
      promised.save,
    ) && isKept

  const { body: shared } = await author.send('GET', '/lessons/lesson-0')
  const found = new Set<string>(shared.content.split('\n'))
  const marks = tabs.flatMap((tab) => tab.marks)
  const lost = marks.filter((mark) => !found.has(mark))
  const refused = tabs.reduce((sum, tab) => sum + tab.refused, 0)
  process.stdout.write(
    `\n${marks.length} saves of a common lesson accepted, ${refused} refused with DraftChanged, ` +
      `${lost.length} lost\n`,
  )
  server.child.disconnect()
  if (!isKept || lost.length > 0) process.exitCode = 1
})
