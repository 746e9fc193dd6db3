import { highestId, lowestId } from '../../../../db/page.ts'
import { listInvitations } from '../../../../db/queries/learning/invitations.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { AuditEventRow } from '../../../../db/queries/platform/audit.ts'
import { listMails } from '../../../../db/queries/platform/mails.ts'
import type { Deps } from '../../../context.ts'
import { listAuditAbout } from '../accounts/list-audit.ts'
import { daysToVerify } from '../accounts/remove-abandoned-accounts.ts'
import { isNeverVerified } from '../auth/claim-account.ts'
import type { SignInReason, UserDetails } from './schema.ts'

type Access = UserDetails['access']
type Code = SignInReason['code']

const day = 86_400_000
const signedIn = ['login-succeeded', 'password-reset']
/** What recorded tries mean, and for how long they say something. */
const tries: [code: Code, event: AuditEventRow['event'], milliseconds: number][] = [
  ['locked', 'login-locked', day / 24],
  ['wrong-password', 'login-failed', 7 * day],
  ['wrong-code', 'code-wrong', 7 * day],
  ['wrong-second-factor', 'second-factor-wrong', 7 * day],
]

/** Tells why somebody cannot get in, the gravest reason first, and what may keep them out. */
export async function accessOf(
  ctx: Pick<Deps, 'db' | 'keys' | 'now'>,
  user: UserRow,
  { signsInWith, invitations }: { signsInWith: string[]; invitations: number },
): Promise<Access> {
  const { suspendedAt, emailVerifiedAt, createdAt } = user
  const reasons: SignInReason[] = []
  const add = (code: Code, facts: Partial<SignInReason> = {}) =>
    reasons.push({
      ...{ code, blocks: false, count: null, since: null, until: null, detail: null },
      ...facts,
    })
  if (suspendedAt !== null) add('suspended', { blocks: true, since: suspendedAt.toISOString() })
  if (emailVerifiedAt === null) {
    const end = new Date(createdAt.getTime() + daysToVerify * day).toISOString()
    const until = isNeverVerified(user) && signsInWith.every((one) => one === 'password')
    add('unverified', {
      blocks: true,
      since: createdAt.toISOString(),
      until: until ? end : null,
    })
  }
  if (signsInWith.length === 0) add('no-sign-in', { blocks: true })
  for (const reason of failedTries(await listAuditAbout(ctx, user, { limit: 100 }), ctx.now()))
    add(reason.code, reason)
  const [mail] = await newestMail(ctx, user.id)
  if (mail !== undefined && mail.failure !== null)
    add('mail-failed', { since: mail.createdAt.toISOString(), detail: mail.failure })
  if (emailVerifiedAt === null && invitations > 0)
    add('invited', { count: invitations, until: await firstExpiry(ctx, user.email) })
  return { canSignIn: !reasons.some(({ blocks }) => blocks), reasons }
}

/** Counts what went wrong since the last sign-in. Of many at once the trail has their number. */
function failedTries(newest: readonly AuditEventRow[], now: Date) {
  const since = newest.findIndex(({ event }) => signedIn.includes(event))
  const recent = since < 0 ? newest : newest.slice(0, since)
  return tries.flatMap(([code, event, milliseconds]) => {
    const failed = recent.filter(
      (row) => row.event === event && now.getTime() - row.at.getTime() < milliseconds,
    )
    const [last] = failed
    if (last === undefined) return []
    const count = Math.max(
      failed.length,
      ...failed.map(({ details }) => Number(details.times ?? 0)),
    )
    return [{ code, count, since: last.at.toISOString() }]
  })
}

function newestMail({ db }: Pick<Deps, 'db'>, userId: string) {
  const range = { from: lowestId, before: highestId, limit: 1 }
  return listMails(db, { userId, kind: undefined, status: undefined, ...range })
}

/** The first of a person's few invitations to end. */
async function firstExpiry({ db }: Pick<Deps, 'db'>, email: string): Promise<string | null> {
  const filter = { email, courseId: undefined, cohortId: undefined }
  const rows = await listInvitations(db, { filter, before: undefined, limit: 100 })
  const [first] = rows.map(({ expiresAt }) => expiresAt.toISOString()).sort()
  return first ?? null
}
