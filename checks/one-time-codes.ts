import { sql } from 'drizzle-orm'
import { newId } from '../lib/ids.ts'
import type { Deps } from '../server/context.ts'
import { makeSecret } from '../server/security/key-ring/keys.ts'
import { makeCode } from '../server/security/one-time-codes.ts'
import { atOnce, tally } from '../server/test/at-once.ts'
import { ask } from './support/ask.ts'
import { mailedCode } from './support/mailed-code.ts'
import { openPlace } from './support/place.ts'
import { report } from './support/say.ts'

/*
 * Tests one-time codes against two server processes on one database: at most 5 of 50 guesses at
 * once are evaluated, one of 20 resets at once succeeds, and in 2,000 codes every digit is equally
 * likely at every position (chi-square, p > 0.001). Exit code 1 when a promise is broken.
 */
const rounds = 5
const newPassword = 'different horse battery staple'
/** Chi-square, nine degrees of freedom: a fair generator exceeds this once in a thousand times. */
const chiSquareLimit = 27.877

await using place = await openPlace('one-time-codes')
const urls = [(await place.startServer()).url, (await place.startServer()).url]

async function userWithCode(email: string): Promise<{ id: string; code: string }> {
  const { id } = await place.given.learner({ email })
  await ask(urls[0] ?? '', 'POST /api/v1/auth/forget-password', { body: { email } })
  return { id, code: await mailedCode(place.folder, email) }
}

function reset(index: number, body: { email: string; otp: string }) {
  return ask(urls[index % urls.length] ?? '', 'POST /api/v1/auth/resetpassword', {
    body: { ...body, newPassword },
  })
}

/** Every evaluated guess was first counted as a try of the code. */
async function evaluatedGuesses({ db }: Deps, userId: string): Promise<number> {
  const { rows } = await db.execute<{ tries: number }>(
    sql`select tries::int from one_time_codes where user_id = ${userId}`,
  )
  return rows[0]?.tries ?? Number.NaN
}

for (let round = 0; round < rounds; round++) {
  const email = `guessed-${round}@example.com`
  const { id, code } = await userWithCode(email)
  const wrong = [...Array(50).keys()].map((guess) =>
    String((Number(code) + 1 + guess) % 100_000_000).padStart(8, '0'),
  )
  const answers = await atOnce(50, (index) => reset(index, { email, otp: wrong[index] ?? '' }))
  const evaluated = await evaluatedGuesses(place.deps, id)
  const afterwards = await reset(0, { email, otp: code })
  report(
    evaluated <= 5 && afterwards.status === 400,
    '50 guesses at once',
    `${JSON.stringify(tally(answers.map(({ status }) => status)))}, ${evaluated} evaluated; ` +
      `then the right code: ${afterwards.status}`,
  )
}

for (let round = 0; round < rounds; round++) {
  const email = `reset-${round}@example.com`
  const { code } = await userWithCode(email)
  const answers = await atOnce(20, (index) => reset(index, { email, otp: code }))
  const statuses = tally(answers.map(({ status }) => status))
  report(statuses[200] === 1, '20 resets at once, right code', JSON.stringify(statuses))
}

const key = makeSecret()
const codes = Array.from({ length: 2_000 }, () =>
  makeCode(key, { requestId: newId(), expiresAt: new Date() }),
)
const statistics = Array.from({ length: 8 }, (_, place) => {
  const counts = Array.from(
    { length: 10 },
    (_, digit) => codes.filter((code) => code[place] === String(digit)).length,
  )
  return counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)
})
const withLeadingZero = codes.filter((code) => code.startsWith('0')).length
report(
  statistics.every((statistic) => statistic < chiSquareLimit) &&
    codes.every((code) => /^\d{8}$/.test(code)),
  '2,000 codes',
  `chi-square by position ${statistics.map((one) => one.toFixed(1)).join(', ')} ` +
    `(limit ${chiSquareLimit}), ${withLeadingZero} begin with 0`,
)
