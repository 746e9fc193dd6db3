import { isDatabaseUnavailable } from '../../../../db/postgres/failures.ts'
import {
  countReissued,
  deleteDryReissuesBefore,
  findReissue,
  finishReissue,
  listCertificatesToReissue,
  listUnfinishedReissues,
  type ReissueOutcome,
  type ReissueRow,
} from '../../../../db/queries/learning/certificate-reissues.ts'
import {
  type CertificateRow,
  findCertificate,
  lockCertificate,
} from '../../../../db/queries/learning/certificates.ts'
import { lockUserWithName } from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { spreadMails } from '../../platform/notifications/spread-mails.ts'
import { replaceCertificate } from '../certificates/reissue-certificate.ts'
import { learnerOf, lookOf } from '../certificates/snapshot.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const certificatesAtOnce = 500
const dryMillisecondsKept = 30 * 86_400_000

/** Signals that a different process has done this certificate already. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * The job: replaces for some seconds, and enqueues the job that goes on. Killed at any point, it
 * resumes after the last counted certificate; of two at once, one gives way.
 */
export async function runReissue(ctx: Deps, { reissueId }: { reissueId: string }): Promise<void> {
  if (!(await reissueForAWhile(ctx, reissueId, sliceMilliseconds)))
    await ctx.jobs.enqueue(ctx.db, 'reissue-certificates', { reissueId })
}

/** Enqueues reissues whose job was lost; a second job is harmless. */
export async function resumeReissues(ctx: Deps): Promise<void> {
  for (const reissueId of await listUnfinishedReissues(ctx.db))
    await ctx.jobs.enqueue(ctx.db, 'reissue-certificates', { reissueId })
}

/** Forgets dry runs after 30 days; the others say who did what. */
export async function forgetDryReissues({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteDryReissuesBefore(db, new Date(now().getTime() - dryMillisecondsKept))
}

/** Replaces for a while, and returns whether nothing is left for this process. */
export async function reissueForAWhile(
  ctx: Deps,
  reissueId: string,
  milliseconds: number,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  try {
    for (;;) {
      let reissue = await findReissue(ctx.db, reissueId)
      if (reissue === undefined || reissue.status === 'done') return true
      const ids = await listCertificatesToReissue(ctx.db, reissue, certificatesAtOnce)
      if (ids.length === 0) {
        await finishReissue(ctx.db, { id: reissueId, at: ctx.now() })
        return true
      }
      for (const id of ids) {
        reissue = await settle(ctx, reissue, id)
        if (performance.now() >= deadline) return false
      }
    }
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    ctx.log.info({ reissueId }, 'a different process goes on with this reissue')
    return true
  }
}

/** Gives each certificate a transaction of its own, and returns the reissue after it. */
async function settle(ctx: Deps, reissue: ReissueRow, id: string): Promise<ReissueRow> {
  const inBackground = spreadMails(ctx, { since: reissue.createdAt, place: reissue.replaced })
  const count = async ({ db }: Deps, outcome: ReissueOutcome) => {
    if (!(await countReissued(db, reissue, { certificateId: id, outcome }))) throw new Overtaken()
    return { ...reissue, after: id, [outcome]: reissue[outcome] + 1 }
  }
  try {
    return await inTransaction(inBackground, async (ctx) =>
      count(ctx, await (reissue.dryRun ? foretell : replace)(ctx, reissue, id)),
    )
  } catch (error) {
    if (error instanceof Overtaken || isDatabaseUnavailable(error)) throw error
    // Goes on: one certificate must not hold up all the others.
    ctx.log.error(
      { reissueId: reissue.id, certificateId: id, cause: describeCause(error) },
      'a certificate could not be replaced, and stays',
    )
    return count(ctx, 'failed')
  }
}

async function foretell(ctx: Deps, reissue: ReissueRow, id: string): Promise<ReissueOutcome> {
  const certificate = await findCertificate(ctx.db, id)
  if (certificate === undefined) throw new Error('There is no such certificate.')
  return judge(ctx, reissue, certificate)
}

async function replace(ctx: Deps, reissue: ReissueRow, id: string): Promise<ReissueOutcome> {
  const owner = (await findCertificate(ctx.db, id))?.userId ?? null
  // Locks user and name before the certificate, like a change of the name, to prevent deadlocks.
  if (owner !== null) await lockUserWithName(ctx.db, owner)
  const certificate = await lockCertificate(ctx.db, id)
  const outcome = await judge(ctx, reissue, certificate)
  if (outcome === 'replaced')
    await replaceCertificate(ctx, certificate, certificate, { reissueId: reissue.id })
  return outcome
}

/** Says what becomes of a certificate: the same for a dry run as for the real one. */
async function judge(
  ctx: Deps,
  { leaves }: ReissueRow,
  certificate: CertificateRow,
): Promise<ReissueOutcome> {
  const { status, userId, validUntil, issuer, branding, learnerName } = certificate
  if (status === 'superseded') return 'unchanged'
  if (status === 'revoked') return 'revoked'
  if (validUntil !== null && validUntil <= ctx.now()) return 'expired'
  const learner = await learnerOf(ctx, userId)
  if (learner === undefined) return 'erased'
  if (userId === leaves) return 'own'
  if (learner.fault !== undefined) return 'unprintable'
  if (learner.named.nameIsGuess) return 'unconfirmed'
  const look = await lookOf(ctx, certificate)
  const isSame =
    look.issuer === issuer &&
    look.branding === branding &&
    learner.named.learnerName === learnerName
  return isSame ? 'unchanged' : 'replaced'
}
