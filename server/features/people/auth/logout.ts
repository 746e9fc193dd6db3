import { inTransaction, type SessionContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { Message } from './schema.ts'

export async function logout(ctx: SessionContext): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.end(ctx.db, ctx.sessionId)
    await recordEvent(ctx, 'logged-out')
  })
  return { message: 'You are logged out.' }
}

export async function logoutEverywhere(ctx: SessionContext): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.sessions.endAllOf(ctx.db, ctx.user.id)
    await recordEvent(ctx, 'logged-out-everywhere')
  })
  return { message: 'You are logged out everywhere.' }
}
