import { type ApiKeyRow, findApiKey } from '../../../../db/queries/people/api-keys.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { statusOfApiKey } from '../../../security/api-keys.ts'
import { keyScopes } from '../../../security/permissions.ts'
import type { ApiKey } from './schema.ts'

export function describeApiKey({ config }: Pick<Deps, 'config'>, row: ApiKeyRow, at: Date): ApiKey {
  const { id, publicId, name, scopes, courseIds, maker, formerUntil } = row
  const { createdAt, expiresAt, lastUsedAt, revokedAt } = row
  return withIsoDates({
    ...{ id, publicId, name, courseIds, createdAt, expiresAt, lastUsedAt, revokedAt },
    endsOn: lastDayBefore(expiresAt, config.timeZone),
    scopes: keyScopes.filter((scope) => scopes.includes(scope)),
    createdBy: { id: maker.id, name: maker.name },
    status: statusOfApiKey(row, at),
    formerSecretUntil: formerUntil === null || formerUntil <= at ? null : formerUntil,
  })
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
