import { type MailTry, recordTry } from '../../../../db/queries/platform/mails.ts'
import { madeAt } from '../../../../lib/ids.ts'
import { type Mail, MailError } from '../../../adapters/mailer/types.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { MailKind } from '../../../texts/types.ts'

/** A mail in a list. */
export interface MailRecord {
  /** The job's id. */
  id: string
  /** The account that it is about. */
  userId: string | undefined
  kind: MailKind
  /** Payload that sends it again. */
  payload: object | undefined
  /** Whether the job is given up if this try fails. */
  isLastTry: boolean | undefined
}

/**
 * Sends a mail. A permanent refusal is recorded and not retried; after any other failure the job
 * tries again. Administrators see each try of a mail with a record.
 */
export async function deliver(ctx: Deps, mail: Mail, record?: MailRecord): Promise<void> {
  try {
    await ctx.mailer.send(mail)
    await note(ctx, record, { status: 'sent', failure: null })
  } catch (error) {
    const isRefused = error instanceof MailError && error.permanent
    const isOver = isRefused || record?.isLastTry === true
    const failure = error instanceof MailError ? error.message : 'the mail could not be sent'
    await note(ctx, record, { status: isOver ? 'failed' : 'waiting', failure })
    if (!isRefused) throw error
    await recordEvent(ctx, 'mail-refused', {
      userId: null,
      email: mail.to,
      // Records only the status: what the server wrote may hold addresses.
      details: { status: Number(/\b5\d\d\b/u.exec(error.message)?.[0] ?? 0) },
    })
  }
}

/** Records a try. Failures are only logged: the list must not cause a second mail. */
async function note(
  ctx: Deps,
  record: MailRecord | undefined,
  outcome: Pick<MailTry, 'status' | 'failure'>,
): Promise<void> {
  if (record === undefined) return
  const { id, userId = null, kind, payload = null } = record
  const createdAt = madeAt(id)
  // Skips a job of an earlier release, whose id tells no time.
  if (createdAt === undefined) return
  await recordTry(ctx.db, {
    id,
    userId,
    kind,
    payload,
    ...outcome,
    createdAt,
    at: ctx.now(),
  }).catch((error: unknown) =>
    ctx.log.warn({ cause: describeCause(error) }, 'a mail is not in the list'),
  )
}
