import type { UserRow } from '../../../db/queries/people/users/users.ts'
import { isId } from '../../../lib/ids.ts'
import type { Deps } from '../../../server/context.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { makeApiKey } from '../../../server/features/people/api-keys/create-api-key.ts'
import { renewSecret } from '../../../server/features/people/api-keys/rotate-api-key.ts'
import type { NewApiKey } from '../../../server/features/people/api-keys/schema.ts'
import { requireChosenCourse } from '../../../server/features/platform/admin/chosen-course.ts'
import { type KeyScope, mayAdminister } from '../../../server/security/permissions.ts'
import type { Found } from '../operations/find-named.ts'
import { type CommandResult, progress } from '../output.ts'

interface CreateOptions {
  for: UserRow
  scope: KeyScope[]
  course: string[]
  expires?: Date
}

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

export async function rotate(
  deps: Deps,
  { id }: Found,
  { overlapHours: hours, for: maker }: RotateOptions,
): Promise<CommandResult> {
  const makerId = maker && requireAdministrator(maker).id
  const made = await renewSecret(deps, { id, overlapSeconds: hours * 3600, makerId })
  progress(
    `The key ${made.id} has a new secret; the one before works for ${hours} hours. It is shown ` +
      'this once:',
  )
  return secretOf(made)
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
