import { findUser } from '../../../../db/queries/people/users/users.ts'
import {
  listForDigest,
  type NotificationRow,
  takeForDigest,
} from '../../../../db/queries/platform/notifications.ts'
import { dayOf, hourOf } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { isWithin } from '../../../security/budgets.ts'
import { languageAmong, mailTextsIn } from '../../../texts/texts.ts'
import type { MailContent } from '../../../texts/types.ts'
import { forEachDue } from '../postponed/for-each-due.ts'
import { notifyUser } from './notify.ts'
import { spreadMails } from './spread-mails.ts'

/** Local hours in which mails are sent, with some to spare if the server is down at seven. */
const morning = { from: 7, until: 11 }
const accountsAtOnce = 1_000
const millisecondsOfARun = 20 * 60_000
/** How many a mail names; it states the number of the others. */
const namedAtMost = 20

/** The job, each hour: where it is morning, mails the news of a day to those who want that. */
export async function mailDigests(ctx: Deps): Promise<void> {
  const since = ctx.now()
  let place = 0
  await forEachDue(ctx, {
    task: 'mail-digest',
    list: (after?: string) => listForDigest(ctx.db, { after, limit: accountsAtOnce, now: since }),
    limit: accountsAtOnce,
    idOf: (userId) => userId,
    work: async (userId) => {
      const inBackground = spreadMails(ctx, { since, place })
      if (await inTransaction(inBackground, (ctx) => mailDigest(ctx, userId))) place += 1
    },
    milliseconds: millisecondsOfARun,
  })
}

/** @returns whether there was anything to mail */
async function mailDigest(ctx: Deps, userId: string): Promise<boolean> {
  const user = await findUser(ctx.db, userId)
  if (user === undefined) return false
  const timeZone = user.timeZone ?? ctx.config.timeZone
  const hour = hourOf(ctx.now(), timeZone)
  if (hour < morning.from || hour >= morning.until) return false
  const today = dayOf(ctx.now(), timeZone)
  const budget = ['digestMailsPerAccount', `${userId} ${today}`] as const
  if (!(await isWithin(ctx.limits.within(ctx.db), [[...budget]]))) return false
  // Takes them, so that of two processes one mails: what is read by now needs no mail.
  const rows = await takeForDigest(ctx.db, userId)
  const isWanted = user.newsByMail === 'daily' && user.suspendedAt === null
  if (rows.length === 0 || !isWanted || user.emailVerifiedAt === null) return false
  const texts = mailTextsIn(languageAmong(ctx.config.languages, user.locale))
  await notifyUser(ctx, user, {
    kind: 'digest',
    lines: rows.slice(0, namedAtMost).map((row) => subjectOf(row, ctx, texts)),
    more: Math.max(0, rows.length - namedAtMost),
    page: ctx.academy === undefined ? null : `${ctx.config.publicUrl}/notifications`,
  })
  return true
}

/** Returns the subject that a mail of its own would have. */
function subjectOf(
  { kind, facts: { day = '', done = false, ...facts } }: NotificationRow,
  { config }: Pick<Deps, 'config'>,
  { mails }: ReturnType<typeof mailTextsIn>,
): string {
  const compose = mails[kind] as (facts: object) => MailContent
  const named = { dueOn: day, lastDay: day, done, isCompleted: done, hasExpired: done }
  const left = {
    replaces: done,
    reason: '',
    comment: null,
    note: null,
    by: '',
    text: '',
    page: null,
  }
  const all = { ...facts, ...named, ...left, certificateUrl: '', verificationUrl: '' }
  return compose({ ...all, school: config.brand.name, at: '' }).subject
}
