import { findCode, putCode } from '../../../../db/queries/people/one-time-codes.ts'
import {
  findUserByEmail,
  lockEmailShared,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import type { JobPayloads } from '../../../job-kinds.ts'
import { isWithin } from '../../../security/budgets.ts'
import { makeAccountToken } from '../../../security/key-ring/account-links.ts'
import type { Budget, LimitName } from '../../../security/limits.ts'
import {
  type CodePurpose,
  codeLifetimeMilliseconds,
  macOfCode,
  makeCode,
  sameMac,
} from '../../../security/one-time-codes.ts'
import { languageAmong } from '../../../texts/texts.ts'
import type { CodeMail } from '../../../texts/types.ts'
import { composeMail, type Envelope } from '../../platform/notifications/compose-mail.ts'
import { deliver } from '../../platform/notifications/deliver.ts'
import { isOfSchool, linkFor } from './claim-account.ts'
import { isUnknownLocation } from './known-devices.ts'

type SendCode = JobPayloads['send-code']

/**
 * Makes a code and mails it, or a link that sets the password of an account. Only here and in the
 * mail does it exist in clear. A repeated job, because the server died before it knew that the mail
 * was sent, mails the same code under the same id.
 */
export async function sendCode(
  ctx: Deps,
  job: SendCode,
  { requestId, isLastTry }: { requestId: string; isLastTry?: boolean | undefined },
): Promise<void> {
  const { email, purpose } = job
  const user = await findUserByEmail(ctx.db, email)
  if (user === undefined) return
  if (purpose === 'verify_email' && user.emailVerifiedAt !== null) return

  const page = accountPageOf(ctx, user, job)
  const request = { ...job, requestId }
  const started = page === undefined ? await findStartedCode(ctx, user, request) : undefined
  const budgets = await budgetsOf(ctx, user, job)
  const isCounted = await isWithin(ctx.limits, budgets)
  if (started === undefined && !isCounted) {
    ctx.log.info(
      { userId: user.id, purpose },
      'no code mailed: the account has reached its limit of mails',
    )
    return
  }

  const made = started ?? (page === undefined ? await startCode(ctx, user, request) : { page })
  if (made === undefined) {
    if (isCounted) await ctx.limits.giveBackAll(budgets)
    return
  }
  const { mail, ...about } =
    'page' in made
      ? composeAccountMail(ctx, user, { ...made, requestId })
      : await composeCodeMail(ctx, user, made)
  try {
    await deliver(ctx, mail, { ...about, id: requestId, payload: undefined, isLastTry })
  } catch (error) {
    // Uncounts an unsent mail, or an outage of the mail server would use up the account's budget.
    if (isCounted) await ctx.limits.giveBackAll(budgets)
    throw error
  }
}

interface Request extends SendCode {
  requestId: string
}

interface MadeCode extends Request {
  code: string
  expiresAt: Date
}

/** Minimum validity left for the code of a repeated mail. */
const millisecondsToType = 5 * 60_000

/** Returns the code of an earlier try of this job, if it is unused and valid for a while. */
async function findStartedCode(
  ctx: Deps,
  user: UserRow,
  job: Request,
): Promise<MadeCode | undefined> {
  const { purpose, requestId } = job
  const stored = await findCode(ctx.db, { userId: user.id, purpose })
  if (stored?.requestId !== requestId) return undefined
  const { expiresAt, codeMac } = stored
  if (expiresAt.getTime() - ctx.now().getTime() < millisecondsToType) return undefined
  const made = ctx.keys.allCodes.map((key) => ({
    key,
    code: makeCode(key, { requestId, expiresAt }),
  }))
  const same = made.find(({ key, code }) =>
    sameMac(codeMac, macOfCode(key, { userId: user.id, purpose, code })),
  )
  return same && { ...job, code: same.code, expiresAt }
}

/** Returns the email to mail to instead of the account's. */
function newEmailOf({ purpose, newEmail }: SendCode): string | undefined {
  return purpose === 'change_email_new' ? newEmail : undefined
}

/**
 * Returns the budgets. Strangers' requests count apart, or they could block mails that only the
 * user requests. So does an email without an account, and so do codes that verify one: whoever
 * registers with somebody else's address uses up none of the owner's resets. Part of the budget is
 * reserved for requests from known IPs, and part of it for resets.
 */
async function budgetsOf(ctx: Deps, user: UserRow, job: SendCode): Promise<Budget[]> {
  const { purpose, ip } = job
  const asker = ip === undefined ? 'user' : purpose === 'verify_email' ? 'unproven' : 'anyone'
  const key = `${newEmailOf(job) ?? user.id} ${asker}`
  const isElsewhere = ip !== undefined && (await isUnknownLocation({ ...ctx, ip }, user.id))
  const limits = isElsewhere ? limitsFromUnknownLocation : limitsFromKnownLocation
  const names: LimitName[] =
    purpose === 'verify_email' ? ['verificationMailsPerAccountAndDay', ...limits] : limits
  return names.map((limit) => [limit, key])
}

/**
 * Makes and stores a code. Undefined if the account's email has changed, since a code mailed to the
 * old one must be useless, or if a later request has its code already.
 */
async function startCode(
  ctx: Deps,
  user: UserRow,
  request: Request,
): Promise<MadeCode | undefined> {
  const { purpose, newEmail, requestId } = request
  const expiresAt = new Date(ctx.now().getTime() + codeLifetimeMilliseconds)
  const code = makeCode(ctx.keys.codes, { requestId, expiresAt })
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockEmailShared(ctx.db, user))) return undefined
    const isStored = await putCode(ctx.db, {
      userId: user.id,
      purpose,
      codeMac: macOfCode(ctx.keys.codes, { userId: user.id, purpose, code }),
      expiresAt,
      requestId,
      newEmail: newEmail ?? null,
    })
    return isStored ? { ...request, code, expiresAt } : undefined
  })
}

/** Returns where a link lets owners of accounts set their password; undefined to mail a code. */
function accountPageOf({ config }: Deps, user: UserRow, job: SendCode): string | undefined {
  const isLink = job.link === true || (job.purpose === 'verify_email' && isOfSchool(user))
  return isLink ? config.accountPageUrl : undefined
}

/** Puts the token behind the #, which no server and no log sees. */
function composeAccountMail(
  ctx: Deps,
  user: UserRow,
  { page, requestId }: { page: string; requestId: string },
) {
  const token = makeAccountToken(ctx.keys.codes, linkFor(user), user, ctx.now())
  const { email, emailVerifiedAt } = user
  const link = `${page}#${new URLSearchParams({ email, token })}`
  const kind = isOfSchool(user) ? ('account-made' as const) : ('password-link' as const)
  // A stranger may have chosen the name of an account that nobody verified.
  const name = kind === 'account-made' || emailVerifiedAt !== null ? user.name : undefined
  const envelope = envelopeOf(ctx, { id: requestId, to: email, name, locale: user.locale })
  return { kind, userId: user.id, mail: composeMail({ kind, link }, envelope) }
}

function envelopeOf(
  ctx: Deps,
  { locale, ...to }: { id: string; to: string; name: string | undefined; locale: string },
): Envelope {
  const { publicUrl, brand, timeZone, languages } = ctx.config
  const language = languageAmong(languages, locale)
  return { ...to, language, publicUrl, brand, at: ctx.now(), timeZone }
}

async function composeCodeMail(ctx: Deps, user: UserRow, made: MadeCode) {
  const { purpose, newEmail, code, requestId, expiresAt } = made
  const to = newEmailOf(made)
  const holder = to === undefined ? user : await findUserByEmail(ctx.db, to)
  // Omits the name for an unverified mailbox: a stranger chose it, and could send any message to
  // anybody that way.
  const name = holder === undefined || holder.emailVerifiedAt === null ? undefined : holder.name
  const envelope = envelopeOf(ctx, {
    id: `${requestId}.${expiresAt.getTime()}`,
    to: to ?? user.email,
    name,
    locale: (holder ?? user).locale,
  })
  // Tells the owner of a taken email that somebody tried, and sends no code.
  const isTaken = to !== undefined && holder !== undefined
  if (isTaken) {
    const kind = 'email-taken' as const
    return { kind, userId: holder.id, mail: composeMail({ kind }, envelope) }
  }

  // Shows a guess, which says nothing but what the email itself says.
  const guessedName = user.nameIsGuess ? user.name : undefined
  const kind = mailKinds[purpose]
  const mail = composeMail(
    { kind, code, newEmail, guessedName, link: linkOf(ctx, user, made) },
    envelope,
  )
  return { kind, userId: user.id, mail }
}

/** Puts the code behind the #, too. The page only fills it in: a look at it uses nothing up. */
function linkOf({ config }: Deps, { email }: UserRow, { purpose, code }: MadeCode) {
  if (purpose !== 'verify_email' || config.accountPageUrl === undefined) return undefined
  return `${config.accountPageUrl}#${new URLSearchParams({ email, code })}`
}

const mailKinds = {
  verify_email: 'verify-email',
  reset_password: 'reset-password',
  erase_account: 'erase-account',
  change_sign_in: 'change-sign-in',
  change_email_old: 'change-email-old',
  change_email_new: 'change-email-new',
} as const satisfies Record<CodePurpose, CodeMail['kind']>

const limitsFromKnownLocation: LimitName[] = ['mailsPerAccount', 'mailsPerAccountAndDay']
const limitsFromUnknownLocation: LimitName[] = [
  'codeMailsFromUnknownIps',
  'codeMailsFromUnknownIpsPerDay',
  ...limitsFromKnownLocation,
]
