import { findCourseRole } from '../../../../db/queries/authoring/members.ts'
import {
  countLiveApiKeys,
  insertApiKey,
  lockApiKeys,
} from '../../../../db/queries/people/api-keys.ts'
import { newId } from '../../../../lib/ids.ts'
import { endMeant } from '../../../../lib/lists/periods.ts'
import { type ActorDeps, type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import {
  type KeyScope,
  keyScopes,
  mayGive,
  missingReadScopes,
  type Role,
} from '../../../security/permissions.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { describeApiKey, requireApiKey } from './describe-api-key.ts'
import type { CreateApiKeyInput, NewApiKey } from './schema.ts'

const dayInMilliseconds = 86_400_000
const [defaultDays, maxDays] = [90, 365]

export interface ApiKeyContent {
  name: string
  scopes: readonly KeyScope[]
  courseIds?: readonly string[] | undefined
  expiresAt?: string | undefined
}

/**
 * @throws WrongPassword, PasswordNotSet, InvalidCode, InvalidFields, CourseNotFound,
 *   TooManyApiKeys
 */
export async function createApiKey(
  ctx: UserContext,
  { password, code, ...content }: CreateApiKeyInput,
): Promise<NewApiKey> {
  const proof = { password, code }
  return withProof(ctx, proof, (ctx) => makeApiKey(ctx, content, ctx.user))
}

/** Makes a key that acts for an administrator, whose password or shell proved it. */
export async function makeApiKey(
  ctx: ActorDeps,
  content: ApiKeyContent,
  maker: { id: string; role: Role },
): Promise<NewApiKey> {
  const scopes = keyScopes.filter((scope) => content.scopes.includes(scope))
  const notTheirs = scopes.filter((scope) => !mayGive(maker, scope))
  if (notTheirs.length > 0) throw invalid('scopes', `are not yours: ${notTheirs.join(', ')}`)
  const missing = missingReadScopes(scopes)
  if (missing.length > 0)
    throw invalid('scopes', `must include ${missing.join(', ')}: a key reads what it may write`)
  const courseIds = coursesOf(scopes, content.courseIds ?? [])
  const createdAt = ctx.now()
  const expiresAt = expiryOf(content.expiresAt, createdAt, ctx.config.timeZone)

  return inTransaction(ctx, async (ctx) => {
    // Locks, or two at once would both be the fiftieth.
    await lockApiKeys(ctx.db)
    if ((await countLiveApiKeys(ctx.db, createdAt)) >= clientLimits.apiKeys)
      throw new AppError('TooManyApiKeys', { facts: { most: clientLimits.apiKeys } })
    await requireCourses(ctx, courseIds)

    const { text, publicId, secretHash } = ctx.apiKeys.make()
    const id = newId()
    const { name } = content
    const key = { name, scopes, courseIds, createdAt, expiresAt }
    await insertApiKey(ctx.db, { id, publicId, secretHash, createdBy: maker.id, ...key })
    await recordEvent(ctx, 'api-key-created', {
      userId: maker.id,
      details: {
        key: id,
        ...changeOf(undefined, {
          scopes: scopes.join(' '),
          ...(courseIds.length > 0 && { courses: courseIds.join(' ') }),
          expiresAt: expiresAt.toISOString(),
        }),
      },
    })
    return { ...describeApiKey(ctx, await requireApiKey(ctx, { id }), createdAt), key: text }
  })
}

function coursesOf(scopes: readonly KeyScope[], given: readonly string[]): string[] {
  const isForAuthoring = scopes.some((scope) => /^(?:authoring|grades|learners):/u.test(scope))
  if (isForAuthoring && given.length === 0)
    throw invalid('courseIds', 'are required for authoring, grades and learners scopes')
  if (!isForAuthoring && given.length > 0)
    throw invalid('courseIds', 'are for authoring, grades and learners scopes alone')
  return [...new Set(given)]
}

function expiryOf(given: string | undefined, now: Date, timeZone: string): Date {
  const inDays = (days: number) => new Date(now.getTime() + days * dayInMilliseconds)
  if (given === undefined) return inDays(defaultDays)
  const expiresAt = endMeant(given, timeZone)
  if (expiresAt <= now) throw invalid('expiresAt', 'must be in the future')
  if (expiresAt > inDays(maxDays)) throw invalid('expiresAt', 'must be within a year')
  return expiresAt
}

async function requireCourses({ db }: Deps, courseIds: readonly string[]): Promise<void> {
  for (const [index, courseId] of courseIds.entries()) {
    const { exists } = await findCourseRole(db, { courseId, userId: courseId })
    if (exists) continue
    const issues = [{ path: `courseIds.${index}`, message: 'is the id of no course' }]
    throw new AppError('CourseNotFound', { issues })
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
