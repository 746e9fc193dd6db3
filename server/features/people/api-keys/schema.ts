import { z } from 'zod'
import { apiKeyStatuses } from '../../../../db/queries/people/api-keys.ts'
import { Day, startOrEnd } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  pageInput,
  text,
} from '../../../../lib/schema.ts'
import { type KeyScope, keyScopes } from '../../../security/permissions.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'

const maxCoursesPerKey = 20

const apiKeyId = field(IdInPath, 'Id of the key', exampleIds.session)
const exampleKey = 'lyc_7Hd2kPq9Wm4x_3nRtYb6LcVzJ8sKfGhQ2wXeD5uMpAa9T1oBz4C'

export const ApiKeyScope = z.enum(keyScopes as [KeyScope, ...KeyScope[]]).meta({
  id: 'ApiKeyScope',
  description: 'A group of operations that a key opens',
  examples: ['enrollments:write'],
})

const scopes = z.array(ApiKeyScope).meta({
  description: 'The operations that it opens, by groups',
  examples: [['enrollments:read', 'enrollments:write']],
})

export const ApiKey = named('ApiKey', 'An API key, without its secret', {
  id: field(Id, 'Names the key in the audit trail', exampleIds.session),
  publicId: field(z.string(), 'The first part of the key itself, after `lyc_`', '7Hd2kPq9Wm4x'),
  name: field(z.string(), 'Its purpose', 'Nightly enrollments'),
  scopes,
  courseIds: field(z.array(Id), 'The courses that it reads and writes for authors', []),
  createdBy: z
    .object({
      id: field(Id, 'The administrator', exampleIds.user),
      name: field(z.string(), 'Their name', 'Grace Hopper'),
    })
    .describe('The administrator for whom it acts'),
  status: field(
    z.enum(apiKeyStatuses),
    'blocked: its maker is suspended, or no longer an administrator. Only `active` keys work',
    'active',
  ),
  createdAt: Instant.describe('When it was made'),
  expiresAt: Instant.describe('When it ends by itself'),
  endsOn: field(Day, "The last day of that in the school's time zone", '2027-06-30'),
  lastUsedAt: Instant.nullable().describe('The hour of its last use; null before the first'),
  formerSecretUntil: Instant.nullable().describe(
    'Until when the secret before the last rotation works; null without one',
  ),
  revokedAt: Instant.nullable().describe('When it was revoked'),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = ApiKey.extend({
  key: z.string().meta({
    description: 'The key: send it as Bearer. Shown this once; only its SHA-256 is stored',
    examples: [exampleKey],
  }),
}).meta({ id: 'NewApiKey', description: 'An API key, with its secret' })
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyList = listOf(ApiKey, 'API keys, newest first')
export type ApiKeyList = z.infer<typeof ApiKeyList>

export const ListApiKeysInput = z.strictObject({
  status: field(z.enum(apiKeyStatuses).optional(), 'Only keys with this status', 'active'),
  ...pageInput,
})
export type ListApiKeysInput = z.infer<typeof ListApiKeysInput>

export const ApiKeyInput = z.strictObject({ apiKeyId })
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

export const CreateApiKeyInput = requireProof(
  z.strictObject({
    name: field(text(100), 'Its purpose', 'Nightly enrollments'),
    scopes: scopes
      .min(1)
      .max(keyScopes.length)
      .describe('The operations that it opens, by groups. `x:write` needs `x:read`, if it exists'),
    courseIds: field(
      z.array(Id).max(maxCoursesPerKey).optional(),
      'For the scopes of `authoring`, `grades` and `learners` alone, and required for them',
      [exampleIds.course],
    ),
    expiresAt: field(
      startOrEnd.optional(),
      'When it ends by itself, an instant or the last day of it for the school, at most a year ' +
        'from now. Default: in 90 days',
      '2027-06-30',
    ),
    ...proofFields,
  }),
).meta({
  id: 'CreateApiKeyInput',
  description: 'A new key, and proof that it is you: your password or a mailed code',
  examples: [
    {
      name: 'Nightly enrollments',
      scopes: ['enrollments:read', 'enrollments:write'],
      password: 'correct horse battery staple',
    },
  ],
})
export type CreateApiKeyInput = z.infer<typeof CreateApiKeyInput>

const maxOverlapSeconds = 7 * 24 * 3600

export const RotateApiKeyInput = requireProof(
  z.strictObject({
    apiKeyId,
    overlapSeconds: field(
      z
        .int()
        .min(0)
        .max(maxOverlapSeconds)
        .default(24 * 3600),
      'How long the secret before still works, in seconds',
      3600,
    ),
    ...proofFields,
  }),
).meta({
  id: 'RotateApiKeyInput',
  description: 'The key to rotate, and proof that it is you: your password or a mailed code',
  examples: [{ overlapSeconds: 3600, password: 'correct horse battery staple' }],
})
export type RotateApiKeyInput = z.infer<typeof RotateApiKeyInput>
