import { findUser } from '../../../../db/queries/people/users/users.ts'
import { findAnnounced } from '../../../../db/queries/platform/notifications.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import {
  signUnsubscription,
  type UnsubscribedMails,
} from '../../../security/key-ring/unsubscriptions.ts'
import { languageAmong } from '../../../texts/texts.ts'
import type { Notification } from '../../../texts/types.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'
import { payloadOf } from './payload-of.ts'

/** Mails a notification, as a job. */
export async function sendNotification(
  ctx: Deps,
  { to, userId, name, locale, at, notification }: JobPayloads['send-notification'],
  { id = newId(), isLastTry }: { id?: string | undefined; isLastTry?: boolean | undefined } = {},
): Promise<void> {
  const { publicUrl, brand, timeZone } = ctx.config
  const ends = unsubscribed[notification.kind]
  if (ends !== undefined && !(await isWanted(ctx, userId, ends))) return
  const message = await asItIsNow(ctx, notification)
  if (message === undefined) return
  const unsubscribeUrl =
    ends &&
    userId &&
    `${publicUrl}/unsubscribe/${signUnsubscription(ctx.keys, { userId, ends }, ctx.now())}`
  const language = languageAmong(ctx.config.languages, locale)
  const place = { id, to, name, language, publicUrl, brand, unsubscribeUrl }
  const envelope = { ...place, at: new Date(at), timeZone }
  const record = {
    id,
    userId,
    kind: notification.kind,
    payload: payloadOf(notification),
    isLastTry,
  }
  await deliver(ctx, composeMail(message, envelope), record)
}

/** Kinds that readers can do without, and what they unsubscribe from. */
const unsubscribed: Partial<Record<Notification['kind'], UnsubscribedMails>> = {
  announcement: 'announcements',
  reminder: 'reminders',
}

/** Returns an announcement with the text that it has now; undefined once it is withdrawn. */
async function asItIsNow({ db }: Deps, told: Notification): Promise<Notification | undefined> {
  if (told.kind !== 'announcement') return told
  const announced = await findAnnounced(db, told.id)
  return announced && { ...told, ...announced }
}

/** Whether its reader still gets it: not after unsubscribing, or erasure, while the mail waited. */
async function isWanted(
  { db }: Deps,
  userId: string | undefined,
  ends: UnsubscribedMails,
): Promise<boolean> {
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (user === undefined || user.newsByMail === 'none') return false
  return ends === 'announcements' ? user.announcementsByMail : user.remindersByMail !== false
}
