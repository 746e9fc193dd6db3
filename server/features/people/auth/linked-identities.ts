import { type IdentityRow, listIdentities } from '../../../../db/queries/people/identities.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Context } from '../../../context.ts'
import type { LinkedIdentity } from './schema.ts'

/** Lists third-party identities that sign in to the account, oldest first. */
export async function listLinkedIdentities(
  ctx: Context,
  userId: string,
): Promise<LinkedIdentity[]> {
  const rows = await listIdentities(ctx.db, userId)
  return rows.map((row) => describeIdentity(ctx, row))
}

function describeIdentity(
  ctx: Context,
  { id, provider, email, createdAt }: IdentityRow,
): LinkedIdentity {
  const title = titleOfProvider(ctx, provider)
  return withIsoDates({ id, provider, title, email, linkedAt: createdAt })
}

/** Returns the title of a provider, or the name if it is no longer configured. */
export function titleOfProvider({ identityProviders }: Context, provider: string): string {
  return identityProviders.get(provider)?.title ?? provider
}
