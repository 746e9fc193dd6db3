import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSigningFile } from '../../../adapters/pdf-printer/pdf/signing-file.ts'
import type { Config } from '../../../config/config.ts'
import type { Deps } from '../../../context.ts'
import { type Api, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { startStripeShop } from '../../../test/stripe/stripe-shop.ts'
import { findMissedPayments } from '../../shop/payments/find-missed-payments.ts'
import { isAlmostFull, lookForFindings } from './look-for-findings.ts'
import { tellOperators } from './tell-operators.ts'

const operatorEmails = ['ops@school.example', 'night@school.example']
const halfAnHour = 30 * 60_000
const day = 24 * 3_600_000

/** Starts a service on its own database, whose looks the test makes. `mails`: to operators. */
async function startWatched(options: { mailIsDown?: () => boolean; config?: Partial<Config> }) {
  const api = await startApi({
    databaseUrl: await makeTestDatabase(),
    config: { operatorEmails, ...options.config },
    logLines: [],
    printer: switchablePrinter({ available: true }),
    mailer: {
      send: async (mail) => {
        if (operatorEmails.includes(mail.to)) mails.push(mail)
      },
      check: async () => {
        if (options.mailIsDown?.()) throw Object.assign(new Error('hidden'), { code: 'EAUTH' })
      },
    },
  })
  const mails: { to: string; subject: string; text: string }[] = []
  // Avoids running looks of an hour into four o'clock, when the day of the mails begins.
  if (new Date().getUTCHours() === 3) api.advance(2 * halfAnHour)
  return { api, mails }
}

/** Looks twice, half an hour apart: what both find is certain. */
async function lookTwice(api: Api): Promise<void> {
  await tellOperators(api.deps)
  api.advance(halfAnHour)
  await tellOperators(api.deps)
}

async function mailsOf(mails: { to: string }[], count: number): Promise<void> {
  await expect.poll(() => mails.length).toBe(count)
}

test('operators get one mail a day with everything that is wrong, and one when it is mended', async () => {
  let isDown = true
  const { api, mails } = await startWatched({ mailIsDown: () => isDown })
  await using _ = api
  await lookTwice(api)
  await mailsOf(mails, 2)
  expect(mails.map(({ to }) => to).sort()).toEqual([...operatorEmails].sort())
  expect(mails[0]?.subject).toBe('lyceum.test needs you: 1 finding')
  expect(mails[0]?.text).toContain('The mail server takes no mail: EAUTH\n')
  expect(mails[0]?.text).not.toContain('hidden')

  await lookTwice(api)
  api.advance(day)
  await tellOperators(api.deps)
  await mailsOf(mails, 4)

  isDown = false
  api.advance(day)
  await tellOperators(api.deps)
  await mailsOf(mails, 6)
  expect(mails[4]?.subject).toBe('lyceum.test: everything is mended')
  expect(mails[4]?.text).toContain('Mended since the last mail: The mail server takes no mail.')

  api.advance(day)
  await lookTwice(api)
  expect(await countJobs(api.deps)).toBe(6)
})

test('many processes that look at once send one mail to each operator', async () => {
  const { api, mails } = await startWatched({ mailIsDown: () => true })
  await using _ = api
  await tellOperators(api.deps)
  api.advance(halfAnHour)
  await Promise.all(Array.from({ length: 8 }, () => tellOperators(api.deps)))
  await mailsOf(mails, 2)
  expect(await countJobs(api.deps)).toBe(2)
})

test('a mail that could not be sent for a day is left to the next one', async () => {
  const { api, mails } = await startWatched({})
  await using _ = api
  const { jobs, db, now } = api.deps
  const mail = { findings: [], mended: ['mail-server-fails' as const], to: 'ops@school.example' }
  const sentAt = (milliseconds: number) => new Date(milliseconds).toISOString()
  await jobs.enqueue(db, 'mail-operator', { ...mail, at: sentAt(now().getTime() - day) })
  await jobs.enqueue(db, 'mail-operator', { ...mail, at: sentAt(now().getTime() - day / 2) })
  await expect.poll(() => jobStates(api.deps)).toEqual(['completed', 'completed'])
  expect(mails).toHaveLength(1)
})

test('nothing is mailed while nothing is wrong, nor what is mended at the second look', async () => {
  let isDown = true
  const { api } = await startWatched({ mailIsDown: () => isDown })
  await using _ = api
  await tellOperators(api.deps)
  isDown = false
  api.advance(halfAnHour)
  await tellOperators(api.deps)
  expect(await countJobs(api.deps)).toBe(0)
})

test('without operators nothing is mailed, and the metrics name the finding', async () => {
  const { api } = await startWatched({ mailIsDown: () => true, config: { operatorEmails: [] } })
  await using _ = api
  await lookTwice(api)
  const { text } = await api.request('GET /metrics')
  expect(text).toContain('lyceum_operator_findings{kind="mail-server-fails"} 1')
  expect(await countJobs(api.deps)).toBe(0)
})

test('a signing certificate that ends within 30 days, violated data and stuck jobs are found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-operators-'))
  const file = join(folder, 'certificates.pem')
  await createSigningFile(file, 'A school', new Date())
  const { api, mails } = await startWatched({})
  await using _ = api
  const { certificates } = api.deps.config
  const signing = { ...certificates.signing, file }
  const config = { ...api.deps.config, certificates: { ...certificates, signing } }
  const learner = await api.given.learner()
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  await api.deps.db.execute(`insert into data_checks values ('receipts-are-gapless', 3, now())`)
  await api.deps.jobs.stop()
  await api.deps.jobs.enqueue(api.deps.db, 'send-refund', { refundId: learner.id })
  await api.deps.db.execute(
    `update pgboss.job set created_on = now() - interval '3 h' where name = 'send-refund'`,
  )

  const ctx = { ...api.deps, config }
  await tellOperators(ctx)
  const kinds = async () => {
    const { rows } = await api.deps.db.execute<{ kind: string; facts: string[] }>(
      'select kind, facts from operator_findings order by kind',
    )
    return rows
  }
  expect(await kinds()).toEqual([
    { kind: 'data-violated', facts: ['receipts-are-gapless: 3'] },
    { kind: 'jobs-stuck', facts: ['send-refund: 3 h'] },
  ])
  expect(mails).toEqual([])

  api.advance(20 * 365 * day - 20 * day)
  await tellOperators(ctx)
  expect((await kinds()).map(({ kind }) => kind)).toContain('signing-certificate-ends')
  await rm(folder, { recursive: true })
})

test('PDFs that stay unsigned on purpose are no finding, a signing file that is gone is one', async () => {
  const { api } = await startWatched({})
  await using _ = api
  const { config } = api.deps
  const kindsWith = async (mustHaveSigningFile: boolean) => {
    const certificates = {
      ...config.certificates,
      signing: { ...config.certificates.signing, file: '/nowhere/certificates.pem' },
      mayMakeSigningFile: false,
      mustHaveSigningFile,
    }
    const looks = await lookForFindings({ ...api.deps, config: { ...config, certificates } })
    return looks.findings.map(({ kind }) => kind)
  }
  expect(await kindsWith(false)).toEqual([])
  expect(await kindsWith(true)).toEqual(['signing-file-unusable'])
})

test('wrong signatures need an operator once payments are missing as well: anybody can send them', async () => {
  await using shop = await startStripeShop({ databaseUrl: await makeTestDatabase(), logLines: [] })
  const { api, stripe } = shop
  const { session } = await shop.givenPending(2_900)
  const event = () =>
    stripe.event('checkout.session.completed', session, { secret: 'whsec_of_a_stranger' })
  for (let count = 0; count < 3; count++) await shop.deliver(event())
  const found = async () => {
    const { findings } = await lookForFindings(api.deps)
    return findings.map(({ kind }) => kind).filter((kind) => kind.startsWith('payment-events'))
  }
  expect(await found()).toEqual([])

  stripe.pay(session.id)
  api.advance(5 * 60_000)
  await findMissedPayments(api.deps)
  api.advance(11 * 60_000)
  expect(await found()).toEqual(['payment-events-refused'])
})

test('a look that hangs keeps no other from it', async () => {
  const { api } = await startWatched({ mailIsDown: () => true })
  await using _ = api
  const silent = () => new Promise<never>(() => undefined)
  const files = { kind: 'folder' as const, put: silent, get: silent, remove: silent }
  const list = async function* () {}
  const looks = await lookForFindings({ ...api.deps, files: { ...files, list } }, 500)
  expect(looks.unknown).toEqual(['file-storage-fails'])
  expect(looks.findings.map(({ kind }) => kind)).toEqual(['mail-server-fails'])
})

test('a disk is almost full below 1 GiB, a small one below a tenth', () => {
  const disk = (gibibytes: number, free: number) =>
    isAlmostFull({ blocks: gibibytes * 1024, bavail: free * 1024, bsize: 1024 ** 2 })
  expect([disk(100, 1.1), disk(100, 0.9)]).toEqual([false, true])
  expect([disk(0.5, 0.3), disk(0.5, 0.04)]).toEqual([false, true])
})

test('one full mailbox needs no operator, several mails that wait do', async () => {
  const { api } = await startWatched({})
  await using _ = api
  const { jobs } = api.deps
  const isFound = async (queue: string, queued: number) => {
    const sizes = [{ queue, queued, active: 0, oldestSeconds: 3 * 3_600 }]
    await tellOperators({ ...api.deps, jobs: { ...jobs, sizes: async () => sizes } })
    const { text } = await api.request('GET /metrics')
    return text.includes('lyceum_operator_findings{kind="jobs-stuck"} 1')
  }
  expect(await isFound('send-notification', 1)).toBe(false)
  expect(await isFound('send-notification', 5)).toBe(true)
  expect(await isFound('send-course-mail', 1)).toBe(false)
  expect(await isFound('send-refund', 1)).toBe(true)
})

test('what jobs postpone, and a clock that differs by more than 2 s, are found; by 10 s nobody is ready', async () => {
  const { api } = await startWatched({})
  await using _ = api
  await api.deps.db.execute(`insert into postponed_items
    values ('submit-attempt', 'an-id', 3, 'TypeError: broken', now(), now())`)
  const found = async (ahead: number) => {
    api.deps.millisecondsAhead = () => ahead
    const { findings } = await lookForFindings(api.deps)
    return findings.flatMap(({ kind, facts }) => [kind, ...facts])
  }
  const postponed = ['items-postponed', 'submit-attempt an-id: TypeError: broken']
  expect(await found(-2_000)).toEqual(postponed)
  expect(await found(-90_000)).toEqual([
    ...postponed,
    'clock-differs',
    `${hostname()}: 90 s behind`,
  ])
  const { text } = await api.request('GET /metrics')
  expect(text).toContain('lyceum_items_postponed{task="submit-attempt"} 1')
  expect(text).toContain('lyceum_clock_ahead_seconds -90')

  const ready = await api.request('GET /readyz')
  expect([ready.status, ready.body.message]).toEqual([503, expect.stringContaining('by -90 s')])
  await found(-9_000)
  expect((await api.request('GET /readyz')).status).toBe(200)
})

test('a look that fails mends nothing, and neither does a kind of another release', async () => {
  const { api } = await startWatched({ mailIsDown: () => false })
  await using _ = api
  const { db } = api.deps
  await db.execute(`insert into data_checks values ('receipts-are-gapless', 3, now())`)
  await lookTwice(api)
  expect(await countJobs(api.deps)).toBe(2)

  await db.execute(`update operator_mails set kinds = kinds || '{of-another-release}'`)
  await db.execute('alter table data_checks rename to data_checks_away')
  api.advance(day)
  await tellOperators(api.deps)
  const { rows } = await db.execute<{ kinds: string[] }>(
    'select kinds from operator_mails order by day desc limit 1',
  )
  // Expects it to be told once more.
  expect(rows).toEqual([{ kinds: ['data-violated'] }])
  expect(await countJobs(api.deps)).toBe(4)
})

async function jobStates({ db }: Deps): Promise<string[]> {
  const { rows } = await db.execute<{ state: string }>(
    `select state from pgboss.job where name = 'mail-operator'`,
  )
  return rows.map(({ state }) => state)
}

async function countJobs(deps: Deps): Promise<number> {
  return (await jobStates(deps)).length
}
