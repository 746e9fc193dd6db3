import type { UserRow } from '../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../server/context.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { requireChosenCourse } from '../../../server/features/base/admin/chosen-course.ts'
import { requirePerson } from '../../../server/features/base/admin/chosen-user.ts'
import { makeApiKey } from '../../../server/features/people/api-keys/create-api-key.ts'
import { listApiKeys } from '../../../server/features/people/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../../server/features/people/api-keys/revoke-api-key.ts'
import { renewSecret } from '../../../server/features/people/api-keys/rotate-api-key.ts'
import type { NewApiKey } from '../../../server/features/people/api-keys/schema.ts'
import { isId } from '../../../server/lib/ids.ts'
import { keyScopes, mayAdminister } from '../../../server/security/permissions.ts'
import { UsageError } from '../command-errors.ts'
import { type CommandResult, progress, said } from '../output.ts'
import { allPages, listOf } from '../results.ts'

interface CreateOptions {
  for: string
  scope: string[]
  course: string[]
  expires?: Date
}

interface RotateOptions {
  overlapHours: string
  for?: string
}

export async function create(
  deps: Deps,
  name: string,
  { for: email, expires, ...chosen }: CreateOptions,
): Promise<CommandResult> {
  const scopes = chosen.scope.map(readScope)
  if (scopes.length === 0) throw new UsageError(`error: give a --scope: ${keyScopes.join(', ')}`)
  const courseIds = []
  for (const course of chosen.course) courseIds.push(await courseIdOf(deps, course))
  const content = { name, scopes, courseIds, expiresAt: expires?.toISOString() }
  const made = await makeApiKey(deps, content, await administratorWith(deps, email))
  progress(
    `The key ${made.publicId} acts for ${email} until ${made.expiresAt}. It is shown this once:`,
  )
  return secretOf(made)
}

export async function list(deps: Deps, { all }: { all?: true }): Promise<CommandResult> {
  const keys = await allPages((cursor) => listApiKeys(deps, { limit: 100, cursor }))
  const items = keys.filter(({ status }) => all || status === 'active' || status === 'blocked')
  return listOf(items, {
    columns: ['publicId', 'name', 'status', 'scopes', 'expiresAt', 'lastUsedAt'],
    none: 'There are no keys.',
  })
}

export async function rotate(
  deps: Deps,
  id: string,
  { overlapHours, for: email }: RotateOptions,
): Promise<CommandResult> {
  const by = readKeyId(id)
  const hours = Number(overlapHours)
  if (!/^\d+$/.test(overlapHours) || hours > 168)
    throw new UsageError('error: --overlap-hours must be a whole number from 0 to 168')
  const makerId = email && (await administratorWith(deps, email)).id
  const made = await renewSecret(deps, { by, overlapSeconds: hours * 3600, makerId })
  progress(
    `The key ${made.id} has a new secret; the one before works for ${hours} hours. It is shown ` +
      'this once:',
  )
  return secretOf(made)
}

export async function revoke(deps: Deps, id: string): Promise<CommandResult> {
  const key = await revokeApiKey(deps, readKeyId(id))
  return said(key, `The key ${key.id} (${key.name}) is revoked.`)
}

function secretOf(made: NewApiKey): CommandResult {
  return { json: made, text: `${made.key}\n` }
}

function readScope(typed: string) {
  const scope = keyScopes.find((scope) => scope === typed)
  if (scope === undefined)
    throw new UsageError(`error: --scope must be one of ${keyScopes.join(', ')}`)
  return scope
}

/** Never repeats what was typed: it may be a whole key. */
function readKeyId(typed: string): { id: string } | { publicId: string } {
  if (isId(typed)) return { id: typed.toLowerCase() }
  if (/^[1-9A-HJ-NP-Za-km-z]{12}$/.test(typed)) return { publicId: typed }
  throw new UsageError('error: ID must be the id of a key, or the first part of it after lyc_')
}

async function courseIdOf(deps: Deps, course: string): Promise<string> {
  if (isId(course)) return course.toLowerCase()
  return (await requireChosenCourse(deps, course)).id
}

async function administratorWith(deps: Deps, email: string): Promise<UserRow> {
  const user = await requirePerson(deps, { email })
  if (mayAdminister(user, 'api-keys:write') && user.suspendedAt === null) return user
  const message = `Keys act for administrators who are not suspended, and ${email} is none.`
  throw new AppError('Forbidden', { message })
}
