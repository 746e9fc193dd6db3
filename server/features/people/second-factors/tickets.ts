import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { openSecret, sealSecret } from '../../../security/key-ring/stored-secrets.ts'

const ticketMilliseconds = 10 * 60_000

/** Purposes of tickets: one of a kind opens nothing else. */
type TicketUse = 'sign-in' | 'add-totp' | 'add-passkey'

type Contents = Record<string, string | null>

export interface Ticket {
  ticket: string
  issuedAt: Date
  expiresAt: Date
}

/**
 * Seals what the next step needs, so that nothing is stored until then. `owner` is the session that
 * may use it, or nobody's yet.
 */
export function issueTicket(
  ctx: Pick<Deps, 'keys' | 'now'>,
  use: TicketUse,
  { owner, ...contents }: { owner: string } & Contents,
): Ticket {
  const issuedAt = ctx.now()
  const text = JSON.stringify({ ...contents, issuedAt: issuedAt.toISOString() })
  return {
    ticket: sealSecret(ctx.keys, text, `${owner} ${use}`).toString('base64url'),
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + ticketMilliseconds),
  }
}

/** @throws SignInExpired if it is no such ticket, or too old */
export async function readTicket<Names extends string>(
  ctx: Pick<Deps, 'keys' | 'now'>,
  use: TicketUse,
  { owner, ticket }: { owner: string; ticket: string },
): Promise<Record<Names, string> & { issuedAt: Date }> {
  const text = await openSecret(ctx.keys, Buffer.from(ticket, 'base64url'), `${owner} ${use}`)
  if (text === undefined) throw new AppError('SignInExpired')
  const { issuedAt: issued, ...contents } = JSON.parse(text)
  const issuedAt = new Date(issued)
  if (ctx.now().getTime() - issuedAt.getTime() > ticketMilliseconds)
    throw new AppError('SignInExpired')
  return { ...contents, issuedAt }
}
