import type { Deps } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import { newId } from '../../../lib/ids.ts'
import { knownLanguage } from '../../../texts/texts.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'
import { payloadOf } from './payload-of.ts'

/** The job that mails a notification. */
export async function sendNotification(
  ctx: Deps,
  { to, userId, name, locale, at, notification }: JobPayloads['send-notification'],
  { id = newId(), isLastTry }: { id?: string | undefined; isLastTry?: boolean | undefined } = {},
): Promise<void> {
  const { publicUrl, brand } = ctx.config
  const language = knownLanguage(locale)
  const envelope = { id, to, name, language, publicUrl, brand, at: new Date(at) }
  const record = {
    id,
    userId,
    kind: notification.kind,
    payload: payloadOf(notification),
    isLastTry,
  }
  await deliver(ctx, composeMail(notification, envelope), record)
}
