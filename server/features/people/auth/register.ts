import { findUserByEmail, insertUser } from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { createQueue } from '../../../../lib/queue.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { recordTerms, requireTermsNamed } from '../../platform/terms/accept-terms.ts'
import { describeAccount } from '../accounts/describe-account.ts'
import { guessName } from '../accounts/guess-name.ts'
import { registrantMacOf } from './known-devices.ts'
import { refuseWeakPassword } from './password-rules.ts'
import type { RegisterInput, Registration } from './schema.ts'

export async function register(ctx: Context, registration: RegisterInput): Promise<Registration> {
  requireTermsNamed(ctx, registration.acceptedTerms)
  refuseWeakPassword(registration.password, registration)

  const user = await createAccount(ctx, registration)
  return {
    user: describeAccount(user),
    message: 'Welcome! We have mailed you a code: verify your email with it, then log in.',
  }
}

/** Runs few at once: a class that registers together does not use up the limit meanwhile. */
const lookups = createQueue({ concurrency: 8 })

/** Saves a useless hash; the unique key decides a race. @throws DuplicateEmail, which counts */
function refuseKnown(ctx: Context, email: string): Promise<void> {
  return lookups.run(async () => {
    await ctx.limits.take('refusedRegistrationsPerIp', ctx.ip)
    if ((await findUserByEmail(ctx.db, email)) !== undefined) throw duplicateEmail()
    await ctx.limits.giveBack('refusedRegistrationsPerIp', ctx.ip)
  })
}

/** Creates an unverified account and mails a verification code to it. */
async function createAccount(ctx: Context, { email, password, name }: RegisterInput) {
  await refuseKnown(ctx, email)
  const { hash, pepperVersion } = await ctx.passwords.hash(password, ctx.signal())

  const id = newId()

  return inTransaction(ctx, async (ctx) => {
    const user = await insertUser(ctx.db, {
      id,
      email,
      name: name ?? guessName(email),
      nameIsGuess: name === undefined,
      passwordHash: hash,
      pepperVersion,
      emailVerifiedAt: null,
      registrantMac: registrantMacOf(ctx, id),
      locale: ctx.language(),
      createdAt: ctx.now(),
    })
    if (user === undefined) throw duplicateEmail()

    await recordTerms(ctx, user.id)
    await recordEvent(ctx, 'account-registered', { userId: user.id, email })
    await ctx.jobs.enqueue(ctx.db, 'send-code', {
      email,
      purpose: 'verify_email',
      ip: ctx.ip,
    })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
    return user
  })
}

/** Returns the error, which the field shows, too. */
function duplicateEmail(): AppError {
  const message = 'has an account already: log in, or reset the password'
  return new AppError('DuplicateEmail', { issues: [{ path: 'email', message }] })
}
