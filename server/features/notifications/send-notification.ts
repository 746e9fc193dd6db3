import type { Deps } from '../../context.ts'
import type { JobPayloads } from '../../job-kinds.ts'
import { knownLanguage } from '../../texts/texts.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'

/** The job that mails a notification. */
export async function sendNotification(
  ctx: Deps,
  { to, name, locale, at, notification }: JobPayloads['send-notification'],
  id: string,
): Promise<void> {
  const { publicUrl } = ctx.config
  const language = knownLanguage(locale)
  const envelope = { id, to, name, language, publicUrl, at: new Date(at) }
  await deliver(ctx, composeMail(notification, envelope))
}
