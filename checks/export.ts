import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountExport } from '../server/features/people/me/export-schema.ts'
import { fillAccount } from '../server/test/full-account.ts'
import { median } from './bench/times.ts'
import { type Answer, ask } from './support/ask.ts'
import { residentMegabytes } from './support/metrics.ts'
import { openPlace } from './support/place.ts'
import { confirm, report, say } from './support/say.ts'
import { during } from './support/until.ts'

/*
 * Exports accounts of 40,000 and of 400,000 rows from a running server while it is asked for more
 * exports of the same account than it gives, and another user goes on working. Exit code 1 when
 * rows are missing, the other user is refused, or the server's memory grows with the account.
 */
const past = { courses: 1_000, lessons: 100, purchases: 100_000, events: 100_000 }
const mostGrowthMegabytes = 200

await using place = await openPlace('export')
const { url } = await place.startServer()

interface Person {
  get: (path: string) => Promise<Answer>
  /** The least number of rows that the account has. */
  rows: number
}

/** Creates a user with that share of the past. */
async function signedIn(email: string, part = 0): Promise<Person> {
  const { id: userId, token } = await place.given.learner({ email })
  const [courses, purchases, events] = [
    past.courses * part,
    past.purchases * part,
    past.events * part,
  ]
  await fillAccount(place.deps.db, { userId, courses, lessons: past.lessons, purchases, events })
  return {
    get: (path: string) => ask(url, `GET ${path}`, { token }),
    rows: courses + courses * past.lessons + 2 * purchases + events,
  }
}

function rowsIn({ enrollments, progress, transactions, events }: AccountExport): number {
  const lines = transactions.reduce((sum, transaction) => sum + transaction.lines.length, 0)
  return enrollments.length + progress.length + transactions.length + lines + events.length
}

interface Load {
  owner: Person
  other: Person
}

/** Exports the account while two others ask for its export and another user works. */
async function exportUnderLoad({ owner, other }: Load): Promise<number> {
  let peak = 0
  const statuses: number[] = []
  const milliseconds: number[] = []
  const noise = [1, 2].map(() =>
    during(200, async () => {
      statuses.push((await owner.get('/api/v1/me/export')).status)
    }),
  )
  const work = during(20, async () => {
    const began = performance.now()
    const { status } = await other.get('/api/v1/me')
    milliseconds.push(performance.now() - began)
    if (status !== 200) report(false, 'other user', `got ${status}`)
  })
  const watch = during(250, async () => {
    peak = Math.max(peak, await residentMegabytes(url))
  })

  const began = performance.now()
  let [rows, pages, waits, megabytes] = [0, 0, 0, 0]
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = cursor === '' ? '' : `?cursor=${cursor}`
    const { status, text } = await owner.get(`/api/v1/me/export${query}`)
    if (status === 429) {
      waits += 1
      await sleep(20)
      continue
    }
    if (status !== 200) throw new Error(`A page answered ${status}: ${text}`)
    const page: AccountExport = JSON.parse(text)
    rows += rowsIn(page)
    pages += 1
    megabytes += Buffer.byteLength(text) / 1024 ** 2
    cursor = page.nextCursor
  }
  const seconds = (performance.now() - began) / 1000
  await Promise.all([...noise, work, watch].map(({ stop }) => stop()))

  say('export', `${pages} pages, ${megabytes.toFixed(0)} MB, ${seconds.toFixed(0)} s`)
  say('turns', `${waits} waits of the export, ${statuses.length} other requests for one`)
  const [middle, longest] = [median(milliseconds), Math.max(...milliseconds)]
  say('other user', `median ${middle.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`)
  report(rows >= owner.rows, 'rows', `${rows} of ${owner.rows} arrived`)
  report(
    statuses.every((status) => status === 200 || status === 429),
    'asked for at once',
    'a second page, or RateLimited',
  )
  report(milliseconds.length > 50, 'other user', `${milliseconds.length} answers, all 200`)
  return peak
}

const other = await signedIn('other@example.com')
const peaks: number[] = []
for (const [name, part] of [
  ['small', 0.1],
  ['large', 1],
] as const) {
  const owner = await signedIn(`${name}@example.com`, part)
  const batch = `/trpc/${Array(10).fill('me.export').join()}?batch=1`
  confirm('a batch of ten exports is refused', (await owner.get(batch)).status === 400)
  peaks.push(await exportUnderLoad({ owner, other }))
}
const [small = 0, large = 0] = peaks
report(
  large - small < mostGrowthMegabytes,
  'memory',
  `${small.toFixed(0)} MB for a tenth, ${large.toFixed(0)} MB for all`,
)
