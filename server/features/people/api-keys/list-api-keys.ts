import {
  deleteApiKeysEndedBefore,
  listApiKeys as listRows,
} from '../../../../db/queries/people/api-keys.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps } from '../../../context.ts'
import { rolesWithPermission } from '../../../security/permissions.ts'
import { describeApiKey, requireApiKey } from './describe-api-key.ts'
import type { ApiKey, ApiKeyInput, ApiKeyList, ListApiKeysInput } from './schema.ts'

type Reader = Pick<Deps, 'db' | 'now'>

export async function listApiKeys(
  ctx: Pick<Deps, 'db' | 'now' | 'config'>,
  { status, ...page }: ListApiKeysInput,
): Promise<ApiKeyList> {
  const at = ctx.now()
  const rows = await listRows(ctx.db, {
    at,
    makerRoles: [...rolesWithPermission('api-keys:write')],
    status,
    after: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, (row) => describeApiKey(ctx, row, at))
}

/** @throws ApiKeyNotFound */
export async function getApiKey(
  ctx: Pick<Deps, 'db' | 'now' | 'config'>,
  { apiKeyId: id }: ApiKeyInput,
): Promise<ApiKey> {
  return describeApiKey(ctx, await requireApiKey(ctx, { id }), ctx.now())
}

const daysListed = 90

/** Deletes ended keys in the clean-up job. The audit trail names them for longer. */
export async function forgetEndedApiKeys({ db, now }: Reader): Promise<void> {
  await deleteApiKeysEndedBefore(db, new Date(now().getTime() - daysListed * 86_400_000))
}
