import { type Mail, MailError } from '../../adapters/mailer/mailer.ts'
import type { Deps } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'

/**
 * Hands a mail over. One that is refused for good is given up and put on record; any other failure
 * is for the job to try again.
 */
export async function deliver(deps: Deps, mail: Mail): Promise<void> {
  try {
    await deps.mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailError && error.permanent)) throw error
    await recordEvent(deps, 'mail-refused', {
      userId: null,
      email: mail.to,
      details: { reason: error.message },
    })
  }
}
