import { findUser } from '../../../db/queries/accounts.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listCertificatesOf } from '../certificates/list-certificates.ts'
import type { Me } from './schema.ts'

export async function getMe(ctx: UserContext): Promise<Me> {
  const user = await findUser(ctx.db, ctx.user.id)
  if (user === undefined) throw new AppError('TokenInvalid')

  const { items } = await listCertificatesOf(ctx, { userId: user.id, limit: 100 })
  return { ...ctx.user, createdAt: user.createdAt.toISOString(), certificates: items }
}
