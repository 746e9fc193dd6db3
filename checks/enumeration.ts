import { randomInt, randomUUID } from 'node:crypto'
import { Command, InvalidArgumentError } from 'commander'
import { sql } from 'drizzle-orm'
import { median, printHead, printRow } from './bench/times.ts'
import { ask } from './support/ask.ts'
import { openPlace, type Place } from './support/place.ts'

/*
 * Sends login, forget-password and resend for emails that are unknown, known, without a password
 * and unverified, in random order, to a warmed-up server. Bodies and header names must be the same,
 * and the medians of the times within 5 %. Exit code 1 when something differs.
 */
const { calls, cost } = new Command('enumeration')
  .option(
    '--calls <number>',
    'logins of each kind; four times as many of the faster operations',
    atLeast(200),
    250,
  )
  .option('--cost <number>', 'cost of a password hash, 10 to 14', atLeast(10), 10)
  .parse()
  .opts<{ calls: number; cost: number }>()

const allowedDifference = 0.05
/** The first calls of each kind, which are not measured. */
const warmingUp = 30

const kinds = ['unknown', 'known', 'third party only', 'unverified'] as const
type Kind = (typeof kinds)[number]

const operations = [
  {
    name: 'login',
    path: '/api/v1/auth/login',
    calls,
    bodyFor: (email: string) => ({ email, password: 'not the password' }),
  },
  {
    name: 'forget-password',
    path: '/api/v1/auth/forget-password',
    calls: 4 * calls,
    bodyFor: (email: string) => ({ email }),
  },
  {
    name: 'resend',
    path: '/api/v1/auth/verify-email/resend',
    calls: 4 * calls,
    bodyFor: (email: string) => ({ email }),
  },
]

function atLeast(least: number) {
  return (text: string): number => {
    const number = Number(text)
    if (!Number.isInteger(number) || number < least)
      throw new InvalidArgumentError(`must be a whole number of at least ${least}`)
    return number
  }
}

interface Sample {
  milliseconds: number
  /** Everything that a stranger sees, without the request id. */
  seen: string
}

async function makePeople({ deps, given }: Place, kind: Kind, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  if (kind === 'unknown') return emails
  for (const email of emails) await given.learner({ email, verified: kind !== 'unverified' })
  if (kind === 'third party only')
    await deps.db.execute(sql`
      update users set password_hash = null, pepper_version = null
      where email in ${emails}`)
  return emails
}

async function call(url: string, path: string, body: unknown): Promise<Sample> {
  const began = performance.now()
  const { status, headers, text } = await ask(url, `POST ${path}`, { body })
  const milliseconds = performance.now() - began
  const seen = [
    status,
    [...headers.keys()].sort().join(' '),
    text.replace(/"requestId":"[^"]*"/, ''),
  ].join('\n')
  return { milliseconds, seen }
}

async function measureOperation(
  url: string,
  place: Place,
  { name, path, calls, bodyFor }: (typeof operations)[number],
): Promise<boolean> {
  const samples = new Map<Kind, Sample[]>(kinds.map((kind) => [kind, []]))
  const visits: { kind: Kind; email: string }[] = []
  for (const kind of kinds)
    visits.push(
      ...(await makePeople(place, kind, warmingUp + calls)).map((email) => ({ kind, email })),
    )

  // In random order: with one call of each kind per round, the job that a call leaves behind would
  // delay the other kinds more often than its own.
  for (const { kind, email } of shuffled(visits))
    samples.get(kind)?.push(await call(url, path, bodyFor(email)))

  const medians = kinds.map((kind) =>
    median((samples.get(kind) ?? []).slice(warmingUp).map(({ milliseconds }) => milliseconds)),
  )
  const difference = Math.max(...medians) / Math.min(...medians) - 1
  const answers = new Set([...samples.values()].flat().map(({ seen }) => seen))
  printRow(name, [
    calls,
    ...medians.map((one) => one.toFixed(2)),
    `${(difference * 100).toFixed(1)} %`,
    answers.size === 1 ? 'the same' : 'DIFFERENT',
  ])
  for (const answer of answers.size === 1 ? [] : answers) process.stdout.write(`${answer}\n\n`)
  return difference <= allowedDifference && answers.size === 1
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [one, two] = [result[last], result[other]]
    if (one !== undefined && two !== undefined) [result[last], result[other]] = [two, one]
  }
  return result
}

await using place = await openPlace('enumeration', { BCRYPT_COST: String(cost) })
const { url } = await place.startServer()
process.stdout.write(`Medians in milliseconds, cost ${cost}\n\n`)
printHead(['calls each', ...kinds, 'largest difference', 'answers'])
for (const operation of operations) {
  if (!(await measureOperation(url, place, operation))) process.exitCode = 1
}
