import { findUserByEmail, type UserRow } from '../../../db/queries/accounts.ts'
import type { Context, Deps } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { PasswordHash } from '../../security/passwords.ts'
import type { Credentials, Login } from './schema.ts'

export async function login(ctx: Context, { email, password }: Credentials): Promise<Login> {
  const accountAndAddress = `${email} ${ctx.address}`
  await ctx.limits.take('loginsPerAddress', ctx.address)
  // A try counts as failed from the start and is taken back when it succeeds: so guesses made at the same time are all counted.
  await ctx.limits.take('failedLoginsPerAccountAndAddress', accountAndAddress)
  await ctx.limits.take('failedLoginsPerAccount', email)

  const user = await findUserByEmail(ctx.db, email)
  const matches = await ctx.passwords.matches(password, user && storedPassword(user))
  if (user === undefined || !matches) throw new AppError('InvalidCredentials')

  await ctx.limits.reset('failedLoginsPerAccountAndAddress', accountAndAddress)
  await ctx.limits.giveBack('failedLoginsPerAccount', email)
  if (user.emailVerifiedAt === null) throw new AppError('EmailNotVerified')

  return openSession(ctx, user)
}

function storedPassword({ passwordHash, pepperVersion }: UserRow): PasswordHash | undefined {
  return passwordHash === null || pepperVersion === null ? undefined : { hash: passwordHash, pepperVersion }
}

async function openSession(ctx: Deps, { id, email, name, role }: UserRow): Promise<Login> {
  const session = await ctx.sessions.open(ctx.db, id)
  const from = ctx.now()
  const until = new Date(from.getTime() + ctx.config.tokenTtlMilliseconds)

  const token = await ctx.tokens.issue({ userId: id, sessionId: session.id }, { from, until })
  return { token, tokenType: 'Bearer', expiresAt: until.toISOString(), user: { id, email, name, role } }
}
