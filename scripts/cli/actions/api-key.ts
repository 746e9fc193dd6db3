import type { UserRow } from '../../../db/queries/people/users/users.ts'
import { isId } from '../../../lib/ids.ts'
import type { Deps } from '../../../server/context.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { makeApiKey } from '../../../server/features/people/api-keys/create-api-key.ts'
import { listApiKeys } from '../../../server/features/people/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../../server/features/people/api-keys/revoke-api-key.ts'
import { renewSecret } from '../../../server/features/people/api-keys/rotate-api-key.ts'
import type { NewApiKey } from '../../../server/features/people/api-keys/schema.ts'
import { requireChosenCourse } from '../../../server/features/platform/admin/chosen-course.ts'
import { type KeyScope, mayAdminister } from '../../../server/security/permissions.ts'
import { type CommandResult, progress, said } from '../output.ts'
import { allPages, listOf } from '../results.ts'

interface CreateOptions {
  for: UserRow
  scope: KeyScope[]
  course: string[]
  expires?: Date
}

type ChosenKey = { id: string } | { publicId: string }

interface RotateOptions {
  overlapHours: number
  for?: UserRow
}

export async function create(
  deps: Deps,
  name: string,
  { for: maker, expires, scope, course: courses }: CreateOptions,
): Promise<CommandResult> {
  const courseIds = []
  for (const course of courses) courseIds.push(await courseIdOf(deps, course))
  const content = { name, scopes: scope, courseIds, expiresAt: expires?.toISOString() }
  const made = await makeApiKey(deps, content, requireAdministrator(maker))
  progress(
    `The key ${made.publicId} acts for ${maker.email} until ${made.endsOn}. It is shown this once:`,
  )
  return secretOf(made)
}

export async function list(deps: Deps, { all }: { all?: true }): Promise<CommandResult> {
  const keys = await allPages((cursor) => listApiKeys(deps, { limit: 100, cursor }))
  const items = keys.filter(({ status }) => all || status === 'active' || status === 'blocked')
  return listOf(items, {
    columns: ['publicId', 'name', 'status', 'scopes', 'endsOn', 'lastUsedAt'],
    none: 'There are no keys.',
  })
}

export async function rotate(
  deps: Deps,
  by: ChosenKey,
  { overlapHours: hours, for: maker }: RotateOptions,
): Promise<CommandResult> {
  const makerId = maker && requireAdministrator(maker).id
  const made = await renewSecret(deps, { by, overlapSeconds: hours * 3600, makerId })
  progress(
    `The key ${made.id} has a new secret; the one before works for ${hours} hours. It is shown ` +
      'this once:',
  )
  return secretOf(made)
}

export async function revoke(deps: Deps, by: ChosenKey): Promise<CommandResult> {
  const key = await revokeApiKey(deps, by)
  return said(key, `The key ${key.id} (${key.name}) is revoked.`)
}

function secretOf(made: NewApiKey): CommandResult {
  return { json: made, text: `${made.key}\n` }
}

async function courseIdOf(deps: Deps, course: string): Promise<string> {
  if (isId(course)) return course.toLowerCase()
  return (await requireChosenCourse(deps, course)).id
}

function requireAdministrator(user: UserRow): UserRow {
  if (mayAdminister(user, 'api-keys:write') && user.suspendedAt === null) return user
  const message = `Keys act for administrators who are not suspended, and ${user.email} is none.`
  throw new AppError('Forbidden', { message })
}
