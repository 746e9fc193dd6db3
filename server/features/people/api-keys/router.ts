import type { LimitName } from '../../../security/limits.ts'
import { adminProcedure, router } from '../../../trpc.ts'
import { createApiKey } from './create-api-key.ts'
import { getApiKey, listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import * as schema from './schema.ts'

const secretLimits: LimitName[] = ['apiKeySecretsPerAccount']

export const apiKeysRouter = router({
  list: adminProcedure('api-keys:write')
    .meta({
      route: 'GET /api/v1/admin/api-keys',
      summary: 'List API keys',
      description: 'Keys that ended are listed for 90 days.',
    })
    .input(schema.ListApiKeysInput)
    .output(schema.ApiKeyList)
    .query(({ ctx, input }) => listApiKeys(ctx, input)),

  get: adminProcedure('api-keys:write')
    .meta({
      route: 'GET /api/v1/admin/api-keys/{apiKeyId}',
      summary: 'Get an API key, without its secret',
      errors: ['ApiKeyNotFound'],
    })
    .input(schema.ApiKeyInput)
    .output(schema.ApiKey)
    .query(({ ctx, input }) => getApiKey(ctx, input)),

  create: adminProcedure('api-keys:write')
    .meta({
      route: 'POST /api/v1/admin/api-keys',
      summary: 'Create an API key',
      description:
        'It acts for you, within its scopes, and ends with your role. The key is shown this ' +
        'once.',
      proof: true,
      location: '/api/v1/admin/api-keys/{id}',
      errors: ['CourseNotFound', 'TooManyApiKeys'],
      limits: secretLimits,
    })
    .input(schema.CreateApiKeyInput)
    .output(schema.NewApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),

  rotate: adminProcedure('api-keys:write')
    .meta({
      route: 'POST /api/v1/admin/api-keys/{apiKeyId}/rotate',
      summary: 'Give a key a new secret; the one before works for a while',
      description:
        'Deploy the new key while both work. The key keeps its id, scopes and expiry, and from ' +
        'then on acts for you.',
      proof: true,
      errors: ['ApiKeyNotFound', 'ApiKeyEnded'],
      limits: secretLimits,
    })
    .input(schema.RotateApiKeyInput)
    .output(schema.NewApiKey)
    .mutation(({ ctx, input }) => rotateApiKey(ctx, input)),

  revoke: adminProcedure('api-keys:write')
    .meta({
      route: 'DELETE /api/v1/admin/api-keys/{apiKeyId}',
      summary: 'Revoke a key',
      description: 'It is refused from the next request on, with all its secrets.',
      errors: ['ApiKeyNotFound'],
      repeatable: true,
    })
    .input(schema.ApiKeyInput)
    .output(schema.ApiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
})
