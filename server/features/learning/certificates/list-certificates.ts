import { listCertificates } from '../../../../db/queries/learning/certificates.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { toCertificate } from './describe-certificate.ts'
import type { CertificateList, ListCertificatesInput } from './schema.ts'

export async function listCertificatesOf(
  ctx: UserContext,
  { userId, ...page }: ListCertificatesInput,
): Promise<CertificateList> {
  const isOwn = userId === ctx.user.id
  // Answers the same whether or not the user exists.
  if (!isOwn && ctx.user.role !== 'admin') throw new AppError('Forbidden')
  if (!isOwn && (await findUser(ctx.db, userId)) === undefined) throw new AppError('UserNotFound')

  const rows = await listCertificates(ctx.db, {
    userId,
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, (row) => toCertificate(ctx, row))
}
