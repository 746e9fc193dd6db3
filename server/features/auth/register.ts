import { findUserByEmail, insertUser } from '../../../db/queries/users.ts'
import { type Context, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordEvent } from '../../security/audit.ts'
import { resetKnownDevices } from './known-devices.ts'
import { refuseWeakPassword } from './password-rules.ts'
import type { Registered, Registration } from './schema.ts'

export async function register(ctx: Context, registration: Registration): Promise<Registered> {
  await ctx.limits.take('registrationsPerIp', ctx.ip)
  refuseWeakPassword(registration.password, registration)

  const user = await createAccount(ctx, registration)
  return {
    user: { id: user.id, email: user.email, name: user.name, role: user.role },
    message: 'Welcome! We have mailed you a code: verify your email with it, then log in.',
  }
}

/** Makes an unverified account and mails it a verification code. */
async function createAccount(ctx: Context, { email, password, name }: Registration) {
  // Saves hashing for nothing; who comes second in a race is told by the unique key below.
  if ((await findUserByEmail(ctx.db, email)) !== undefined) throw new AppError('DuplicateEmail')
  const { hash, pepperVersion } = await ctx.passwords.hash(password, ctx.signal)

  return inTransaction(ctx, async (ctx) => {
    const user = await insertUser(ctx.db, {
      id: newId(),
      email,
      name: name ?? nameFromEmail(email),
      passwordHash: hash,
      pepperVersion,
      emailVerifiedAt: null,
      locale: ctx.language,
      createdAt: ctx.now(),
    })
    if (user === undefined) throw new AppError('DuplicateEmail')

    await recordEvent(ctx, 'account-registered', { userId: user.id, email })
    // What strangers ask for and guess must not keep who registered from verifying the email.
    await resetKnownDevices(ctx, user.id)
    await ctx.jobs.enqueue(ctx.db, 'send-code', {
      email,
      purpose: 'verify_email',
      ip: ctx.ip,
    })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
    return user
  })
}

/** "ada.lovelace@example.com" is called "Ada Lovelace" until the profile says otherwise. */
export function nameFromEmail(email: string): string {
  const [localPart = email] = email.split('@')
  const words = localPart
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return (name || localPart).slice(0, 120)
}
