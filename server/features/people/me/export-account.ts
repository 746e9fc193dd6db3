import { findTeacherProfile } from '../../../../db/queries/authoring/teachers.ts'
import { listRemindedDays } from '../../../../db/queries/learning/reminders.ts'
import { countUses, uncountUses } from '../../../../db/queries/platform/limits.ts'
import { listAcceptances } from '../../../../db/queries/platform/terms.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { SessionContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { knownLanguage } from '../../../texts/texts.ts'
import { getCart } from '../../shop/cart/cart.ts'
import { getBilling } from '../../shop/receipts/billing.ts'
import { describeAccount } from '../accounts/describe-account.ts'
import {
  type ExportedList,
  type Positions,
  readExportCursor,
  toExportCursor,
} from './export-cursor.ts'
import { exportLists } from './export-lists.ts'
import type { AccountExport, ExportAccountInput } from './export-schema.ts'
import { describePreferences, findMe } from './me.ts'

/**
 * Returns one page of everything stored about the user: the next part of each unfinished list.
 * Bounded whatever the account has; each statement takes a connection of its own while it runs.
 */
export async function exportAccount(
  ctx: SessionContext,
  { cursor }: ExportAccountInput = {},
): Promise<AccountExport> {
  const isStart = cursor === undefined
  const positions = isStart ? {} : (readExportCursor(cursor) ?? {})
  await ctx.limits.take(isStart ? 'exportsPerAccount' : 'exportPagesPerAccount', ctx.user.id)

  return oneAtATime(ctx, async () => {
    if (isStart) await recordEvent(ctx, 'data-exported')
    const next: Positions = {}
    const read = <List extends ExportedList>(list: List) => readOn(ctx, list, { positions, next })
    const lists = {
      identities: await read('identities'),
      secondFactors: await read('secondFactors'),
      sessions: await read('sessions'),
      enrollments: await read('enrollments'),
      progress: await read('progress'),
      openings: await read('openings'),
      extensions: await read('extensions'),
      attempts: await read('attempts'),
      transactions: await read('transactions'),
      certificates: await read('certificates'),
      evidence: await read('evidence'),
      memberships: await read('memberships'),
      announcements: await read('announcements'),
      notifications: await read('notifications'),
      draftComments: await read('draftComments'),
      flawReports: await read('flawReports'),
      notes: await read('notes'),
      lessonQuestions: await read('lessonQuestions'),
      reportedPosts: await read('reportedPosts'),
      gradingComments: await read('gradingComments'),
      events: await read('events'),
    }
    const cart = isStart ? await getCart(ctx) : undefined
    return {
      exportedAt: ctx.now().toISOString(),
      profile: await exportProfile(ctx),
      cart: cart?.items ?? [],
      cartCoupons: cart?.coupon === undefined ? [] : [cart.coupon],
      ...lists,
      nextCursor: toExportCursor(next),
    }
  })
}

async function readOn<List extends ExportedList>(
  ctx: SessionContext,
  list: List,
  { positions, next }: { positions: Positions; next: Positions },
): Promise<AccountExport[List]> {
  const position = positions[list]
  next[list] = null
  if (position === null) return []

  ctx.signal().throwIfAborted()
  const { limit, read } = exportLists[list]
  const { items, nextCursor } = await read(ctx, { limit, cursor: position })
  next[list] = nextCursor
  return items
}

/** How long a page may take. Then the next one is admitted, as the process may have died. */
const secondsForPage = 30

/** Gives an account one page at a time, from whatever process: pages are expensive. */
async function oneAtATime<Page>(
  { db, user, now }: SessionContext,
  work: () => Promise<Page>,
): Promise<Page> {
  const key = `export:${user.id}`
  const [counter] = await countUses(db, now(), [{ key, windowSeconds: secondsForPage }])
  if (counter === undefined || counter.used > 1) {
    throw new AppError('RateLimited', {
      message: 'Your account is being exported already. Try again in a moment.',
      retryAfterSeconds: 1,
    })
  }
  try {
    return await work()
  } finally {
    await uncountUses(db, [], key).catch(() => undefined)
  }
}

async function exportProfile(ctx: SessionContext): Promise<AccountExport['profile']> {
  const user = await findMe(ctx)
  const { locale, createdAt, emailVerifiedAt, passwordHash } = user
  const { biography = null, sha256 = null } = (await findTeacherProfile(ctx.db, user.id)) ?? {}
  return {
    ...describeAccount(user),
    ...describePreferences(user),
    biography,
    picture: sha256 && ctx.mediaUrls.urlOf({ sha256, name: 'portrait' }, ctx.now()),
    remindedOn: await listRemindedDays(ctx.db, user.id),
    terms: (await listAcceptances(ctx.db, user.id)).map(withIsoDates),
    certificateName: user.certificateName,
    language: knownLanguage(locale),
    billing: await getBilling(ctx),
    createdAt: createdAt.toISOString(),
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    hasPassword: passwordHash !== null,
  }
}
