import { existsSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { clockDifferences } from '../../../../db/postgres/connections/clock.ts'
import { listDataChecks } from '../../../../db/queries/maintenance/invariants.ts'
import { listGivenUpWebhooks } from '../../../../db/queries/platform/webhooks/webhooks.ts'
import { withDeadline } from '../../../../lib/deadline.ts'
import { newId } from '../../../../lib/ids.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { endsSoon, readValidSigner } from '../../../adapters/pdf-printer/pdf-printer.ts'
import type { Deps } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import type { FindingKind, OperatorFinding } from '../../../texts/operators.ts'
import { describePostponed } from '../../platform/postponed/for-each-due.ts'
import { describeDelivery } from '../../shop/payments/find-missed-payments.ts'

const secondsUntilStuck = 3_600
/** Queues of mails: one full mailbox is retried for a day, so only several need an operator. */
const mailQueues: (keyof JobPayloads)[] = [
  'send-code',
  'send-notification',
  'send-course-mail',
  'mail-operator',
]
const mailsUntilStuck = 5
const hoursBetweenDataChecks = 26
const freeBytes = 1024 ** 3
/** Exceeds what any look takes with its own deadlines; a disk that hangs has none. */
const lookMilliseconds = 45_000

/**
 * Looks, one per kind of finding. Each returns the facts for the mail: names and dates, nothing
 * about a person; undefined when all is well.
 */
const looks = {
  'signing-certificate-ends': async ({ config: { certificates, timeZone }, now }) => {
    const { signing } = certificates
    if (!existsSync(signing.file)) return undefined
    const signer = await readValidSigner(signing, now()).catch(() => undefined)
    if (signer === undefined || !endsSoon(signer.validUntil, now())) return undefined
    return [signer.name, dayOf(signer.validUntil, timeZone)]
  },

  'signing-file-unusable': async ({ config: { certificates }, now }) => {
    const { signing, mustHaveSigningFile } = certificates
    if (!mustHaveSigningFile && !existsSync(signing.file)) return undefined
    return failureOf(readValidSigner(signing, now()))
  },

  'printing-unavailable': async ({ printer }) =>
    printer.isUnavailable ? [printer.lastStatus?.detail ?? 'no browser'] : undefined,

  'mail-server-fails': ({ mailer }) => failureOf(mailer.check()),

  'payment-provider-fails': async ({ payments, now }) => {
    if (payments === undefined) return undefined
    const pages = payments.listPayments(now())[Symbol.asyncIterator]()
    const failure = await failureOf(pages.next())
    return failure && [payments.name, ...failure]
  },

  'payment-events-missing': async (ctx) => {
    const delivery = await describeDelivery(ctx)
    return delivery?.state === 'missing' ? [`${delivery.missed} payments`] : undefined
  },

  'payment-events-refused': async (ctx) => {
    const delivery = await describeDelivery(ctx)
    // Ignores refusals unless events are missing, too: anybody can send some.
    if (delivery?.state !== 'refused' || delivery.missed === 0) return undefined
    return [`${delivery.refused} events`]
  },

  'sign-in-provider-fails': async ({ identityProviders }) => {
    const secret = 'x'.repeat(43)
    const visit = { redirectUri: 'https://localhost/', state: secret, nonce: secret }
    const asked = [...identityProviders.values()].map(async (provider) => {
      const answer = provider.authorizationUrl({ ...visit, codeVerifier: secret })
      return (await failureOf(answer)) && provider.name
    })
    const failing = (await Promise.all(asked)).filter((name) => name !== undefined)
    return failing.length === 0 ? undefined : failing
  },

  'file-storage-fails': async ({ files }) => {
    if (files === undefined) return undefined
    const name = `operators-${newId()}.pdf`
    const tried = files.put(name, Buffer.from(name)).then(() => files.remove(name))
    return (await failureOf(tried)) && [files.kind]
  },

  'media-storage-fails': async ({ media }) => {
    if (media.kind === 'database') return undefined
    const name = `operators-${newId()}`
    const tried = media.write(name, pieceOf(name)).then(() => media.remove(name))
    return (await failureOf(tried)) && [media.kind]
  },

  'disk-full-soon': async ({ config: { dataDir } }) => {
    const disk = await statfs(dataDir).catch(() => undefined)
    if (disk === undefined || !isAlmostFull(disk)) return undefined
    return [dataDir, `${Math.floor((disk.bavail * disk.bsize) / 1024 ** 2)} MiB`]
  },

  'jobs-stuck': async ({ jobs }) => {
    const stuck = (await jobs.sizes()).filter(
      ({ queue, queued, oldestSeconds }) =>
        oldestSeconds > secondsUntilStuck &&
        (queued >= mailsUntilStuck || !mailQueues.some((name) => name === queue)),
    )
    if (stuck.length === 0) return undefined
    return stuck.map((queue) => `${queue.queue}: ${Math.floor(queue.oldestSeconds / 3_600)} h`)
  },

  'items-postponed': async ({ db }) => {
    const postponed = await describePostponed(db)
    return postponed.length === 0 ? undefined : postponed
  },

  'clock-differs': async ({ millisecondsAhead }) => {
    const ahead = millisecondsAhead()
    if (Math.abs(ahead) <= clockDifferences.told) return undefined
    const seconds = Math.round(Math.abs(ahead) / 1_000)
    return [`${hostname()}: ${seconds} s ${ahead > 0 ? 'ahead' : 'behind'}`]
  },

  'webhook-given-up': async ({ db }) => {
    const webhooks = await listGivenUpWebhooks(db)
    // Names only hosts: the path of a URL may hold a secret of the receiver.
    return webhooks.length === 0 ? undefined : webhooks.map(({ url }) => new URL(url).host)
  },

  'data-violated': async ({ db }) => {
    const checks = (await listDataChecks(db)).filter(({ violations }) => (violations ?? 0) > 0)
    if (checks.length === 0) return undefined
    return checks.map(({ invariant, violations }) => `${invariant}: ${violations}`)
  },

  'data-unchecked': async ({ db, now }) => {
    const checks = await listDataChecks(db)
    const since = now().getTime() - hoursBetweenDataChecks * 3_600_000
    const late = checks.filter(
      ({ violations, checkedAt }) => violations === null || checkedAt.getTime() < since,
    )
    return late.length === 0 ? undefined : late.map(({ invariant }) => invariant)
  },
} as const satisfies Record<FindingKind, (ctx: Deps) => Promise<string[] | undefined>>

const findingKinds = Object.keys(looks) as FindingKind[]

interface Looks {
  findings: OperatorFinding[]
  /** Kinds whose look failed: what is known of them stays. */
  unknown: FindingKind[]
}

/**
 * Looks at everything that only operators can fix. A look that fails or hangs holds up no other.
 */
export async function lookForFindings(ctx: Deps, milliseconds = lookMilliseconds): Promise<Looks> {
  const findings: OperatorFinding[] = []
  const unknown: FindingKind[] = []
  for (const kind of findingKinds) {
    const looking = withDeadline(milliseconds, looks[kind](ctx))
    const facts = await looking.catch((error: unknown) => {
      const reason = error instanceof Error ? error.name : typeof error
      ctx.log.warn({ kind, reason }, 'could not look after the service')
      unknown.push(kind)
      return undefined
    })
    if (facts !== undefined) findings.push({ kind, facts })
  }
  return { findings, unknown }
}

/** Whether space runs out. A container's folder may be in memory: a tenth of it is enough there. */
export function isAlmostFull({
  bavail,
  blocks,
  bsize,
}: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>): boolean {
  return bavail * bsize < Math.min(freeBytes, (blocks * bsize) / 10)
}

/** Returns why it fails, as code or error name: messages may hold addresses and keys. */
async function failureOf(tried: Promise<unknown>): Promise<string[] | undefined> {
  try {
    await tried
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) return ['failed']
    const { code } = error as NodeJS.ErrnoException
    return [typeof code === 'string' ? code : error.name]
  }
}

async function* pieceOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
