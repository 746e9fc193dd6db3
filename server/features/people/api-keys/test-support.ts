import type { KeyScope } from '../../../security/permissions.ts'
import type { Api } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import type { ApiKeyContent } from './create-api-key.ts'
import { makeApiKey } from './create-api-key.ts'
import type { NewApiKey } from './schema.ts'

/** Creates a key that acts for an administrator. */
export async function givenKey(
  api: Api,
  scopes: readonly KeyScope[],
  more: Partial<ApiKeyContent> & { maker?: GivenUser } = {},
): Promise<NewApiKey & { token: string; maker: GivenUser }> {
  const { maker = await api.given.admin(), ...content } = more
  const role = 'admin' as const
  const made = await makeApiKey(
    api.deps,
    { name: 'A program', scopes, ...content },
    { id: maker.id, role },
  )
  return { ...made, token: made.key, maker }
}
