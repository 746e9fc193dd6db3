import { type Mail, MailError } from '../../adapters/mailer/types.ts'
import type { Deps } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'

/**
 * Sends a mail. A permanent refusal is recorded and not tried again; after any other failure the
 * job tries again.
 */
export async function deliver(ctx: Deps, mail: Mail): Promise<void> {
  try {
    await ctx.mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailError && error.permanent)) throw error
    await recordEvent(ctx, 'mail-refused', {
      userId: null,
      email: mail.to,
      details: { reason: error.message },
    })
  }
}
