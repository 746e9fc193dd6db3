import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { inTransaction, type SessionContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { OpenSession } from '../../../security/sessions.ts'
import type { Message } from '../auth/schema.ts'
import type { EndSessionInput, ListSessionsInput, Session, SessionList } from './schema.ts'

export async function listMySessions(
  ctx: SessionContext,
  page: ListSessionsInput,
): Promise<SessionList> {
  const rows = await ctx.sessions.list(ctx.db, {
    userId: ctx.user.id,
    currentId: ctx.sessionId,
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(
    rows.map((row) => ({ ...row, id: row.publicId })),
    page.limit,
    toSession,
  )
}

/** Ends one of the caller's own sessions; anybody else's does not exist here. */
export async function endMySession(
  ctx: SessionContext,
  { sessionId: id }: EndSessionInput,
): Promise<Message> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await ctx.sessions.endByPublicId(ctx.db, ctx.user.id, id)))
      throw new AppError('SessionNotFound')
    await recordEvent(ctx, 'session-ended', { details: { session: id } })
  })
  return { message: 'The session has ended.' }
}

function toSession({ publicId, device, ip, createdAt, lastUsedAt, current }: OpenSession): Session {
  return withIsoDates({ id: publicId, device, ip, createdAt, lastUsedAt, current })
}
