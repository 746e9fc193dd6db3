import {
  lockCertificatesWithGuess,
  lockWaitingForCertificate,
} from '../../../../db/queries/learning/certificates.ts'
import { lockNameOf, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { findNameFault, printedNameOf } from '../certificates/printable-name.ts'
import { replaceCertificate } from '../certificates/reissue-certificate.ts'
import { completeIfDone } from './completion.ts'

const atOnce = 50

/**
 * Replaces certificates that bear a guess by ones with the name that was set, and issues those that
 * waited for a printable name; others keep their name until asked. Every change of an account's
 * name calls it, in the transaction that has locked and changed the account.
 */
export async function nameChanged(ctx: Deps, before: UserRow, user: UserRow): Promise<void> {
  const [was, is] = [printedNameOf(before), printedNameOf(user)]
  if (was.learnerName === is.learnerName && was.nameIsGuess === is.nameIsGuess) return
  if ((await findNameFault(ctx, is.learnerName)) !== undefined) return
  await lockNameOf(ctx.db, user.id)
  if (!is.nameIsGuess) await replaceGuesses(ctx, user.id, is.learnerName)
  if ((await findNameFault(ctx, was.learnerName)) !== undefined) await issueWaiting(ctx, user.id)
}

async function replaceGuesses(ctx: Deps, userId: string, name: string): Promise<void> {
  const lockSome = () => lockCertificatesWithGuess(ctx.db, { userId, name, limit: atOnce })
  for (let batch = await lockSome(); batch.length > 0; batch = await lockSome())
    for (const certificate of batch) await replaceCertificate(ctx, certificate)
}

/** Certifies courses that were completed, or completed again. */
async function issueWaiting(ctx: Deps, userId: string): Promise<void> {
  let after: string | undefined
  for (let found = atOnce; found === atOnce; ) {
    const waiting = await lockWaitingForCertificate(ctx.db, { userId, after, limit: atOnce })
    for (const { isRenewal, ...completion } of waiting) {
      const { courseId } = completion
      if (isRenewal) await completeIfDone(ctx, { userId, courseId })
      else await issueCertificate(ctx, completion)
    }
    after = waiting.at(-1)?.courseId
    found = waiting.length
  }
}
