import { type ApiKeyRow, findApiKey } from '../../../../db/queries/people/api-keys.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { statusOfApiKey } from '../../../security/api-keys.ts'
import { keyScopes } from '../../../security/permissions.ts'
import type { ApiKey } from './schema.ts'

export function describeApiKey(row: ApiKeyRow, at: Date): ApiKey {
  const { maker, formerUntil, ...key } = row
  return {
    id: key.id,
    publicId: key.publicId,
    name: key.name,
    scopes: keyScopes.filter((scope) => key.scopes.includes(scope)),
    courseIds: key.courseIds,
    createdBy: { id: maker.id, name: maker.name },
    status: statusOfApiKey(row, at),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    formerSecretUntil: formerUntil === null || formerUntil <= at ? null : formerUntil.toISOString(),
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }
}

/** @throws ApiKeyNotFound */
export async function requireApiKey(
  { db }: Pick<Deps, 'db'>,
  by: { id: string } | { publicId: string },
): Promise<ApiKeyRow> {
  const row = await findApiKey(db, by)
  if (row === undefined) throw new AppError('ApiKeyNotFound')
  return row
}
