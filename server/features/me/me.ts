import { findUser, type UserRow, updateProfile } from '../../../db/queries/users.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { knownLanguage } from '../../lib/languages.ts'
import { recordEvent } from '../../security/audit.ts'
import { listCertificatesOf } from '../certificates/list-certificates.ts'
import type { Me, ProfileChange } from './schema.ts'

export async function getMe(ctx: UserContext): Promise<Me> {
  return describeMe(ctx, await findMe(ctx))
}

export async function updateMe(ctx: UserContext, { name, language }: ProfileChange): Promise<Me> {
  await ctx.limits.take('profileChangesPerAccount', ctx.user.id)
  const user = await inTransaction(ctx, async (ctx) => {
    const change = {
      ...(name !== undefined && { name }),
      ...(language !== undefined && { locale: language }),
    }
    const changed = await updateProfile(ctx.db, ctx.user.id, change)
    if (changed === undefined) throw new AppError('TokenInvalid')

    await recordEvent(ctx, 'profile-changed', {
      details: { name: name !== undefined, language: language ?? null },
    })
    return changed
  })
  return describeMe(ctx, user)
}

/** The caller's row. Who was erased since the request began has no valid token any more. */
export async function findMe(ctx: UserContext): Promise<UserRow> {
  const user = await findUser(ctx.db, ctx.user.id)
  if (user === undefined) throw new AppError('TokenInvalid')
  return user
}

async function describeMe(
  ctx: UserContext,
  { id, email, name, role, locale, createdAt }: UserRow,
): Promise<Me> {
  const { items } = await listCertificatesOf(ctx, { userId: id, limit: 100 })
  return {
    id,
    email,
    name,
    role,
    language: knownLanguage(locale),
    createdAt: createdAt.toISOString(),
    certificates: items,
  }
}
