import { findUserByEmail, holdPassword, type UserRow } from '../../../db/queries/accounts.ts'
import { type Context, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { PasswordHash } from '../../security/passwords.ts'
import type { Credentials, Login } from './schema.ts'

export async function login(ctx: Context, { email, password }: Credentials): Promise<Login> {
  await ctx.limits.take('loginsPerAddress', ctx.address)

  const user = await findByPassword(ctx, { email, password })
  if (user === undefined) throw new AppError('InvalidCredentials')

  await ctx.limits.reset('failedLoginsPerAccountAndAddress', accountAndAddressOf(ctx, email))
  await ctx.limits.giveBack('failedLoginsPerAccount', email)
  if (user.emailVerifiedAt === null) throw new AppError('EmailNotVerified')

  return openSession(ctx, user)
}

export function accountAndAddressOf({ address }: Context, email: string): string {
  return `${email} ${address}`
}

/** The user, when the password is right. A try counts as failed from the start, so that guesses made at the same time are all counted. */
async function findByPassword(ctx: Context, { email, password }: Credentials): Promise<UserRow | undefined> {
  const accountAndAddress = accountAndAddressOf(ctx, email)
  const user = await findUserByEmail(ctx.db, email)
  await ctx.limits.take('failedLoginsPerAccountAndAddress', accountAndAddress)
  try {
    await ctx.limits.take('failedLoginsPerAccount', email)
    const matches = await ctx.passwords.matches(password, user && storedPassword(user), ctx.signal)
    return matches ? user : undefined
  } catch (error) {
    // Nothing was compared. What cannot be given back now is forgotten with its window; the caller is told of the first failure.
    await Promise.allSettled([
      ctx.limits.giveBack('failedLoginsPerAccountAndAddress', accountAndAddress),
      ctx.limits.giveBack('failedLoginsPerAccount', email),
    ])
    throw error
  }
}

function storedPassword({ passwordHash, pepperVersion }: UserRow): PasswordHash | undefined {
  return passwordHash === null || pepperVersion === null ? undefined : { hash: passwordHash, pepperVersion }
}

async function openSession(ctx: Context, { id, email, name, role, passwordHash }: UserRow): Promise<Login> {
  const session = await inTransaction(ctx, async (ctx) => {
    // Comparing takes long enough for a reset to come between: the session must not outlive the password that it was opened with.
    if (!(await holdPassword(ctx.db, id, passwordHash))) throw new AppError('InvalidCredentials')
    return ctx.sessions.open(ctx.db, id)
  })
  const from = ctx.now()
  const until = new Date(from.getTime() + ctx.config.tokenTtlMilliseconds)

  const token = await ctx.tokens.issue({ userId: id, sessionId: session.id }, { from, until })
  return { token, tokenType: 'Bearer', expiresAt: until.toISOString(), user: { id, email, name, role } }
}
