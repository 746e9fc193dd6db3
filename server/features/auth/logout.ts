import type { UserContext } from '../../context.ts'
import type { Done } from './schema.ts'

export async function logout(ctx: UserContext): Promise<Done> {
  await ctx.sessions.end(ctx.db, ctx.sessionId)
  return { message: 'You are logged out.' }
}

export async function logoutEverywhere(ctx: UserContext): Promise<Done> {
  await ctx.sessions.endAllOf(ctx.db, ctx.user.id)
  return { message: 'You are logged out everywhere.' }
}
