import { findUserByEmail, type UserRow } from '../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../server/context.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { requireChosenCourse } from '../../../server/features/base/admin/chosen-course.ts'
import { makeApiKey } from '../../../server/features/people/api-keys/create-api-key.ts'
import { listApiKeys } from '../../../server/features/people/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../../server/features/people/api-keys/revoke-api-key.ts'
import { renewSecret } from '../../../server/features/people/api-keys/rotate-api-key.ts'
import type { NewApiKey } from '../../../server/features/people/api-keys/schema.ts'
import { isId } from '../../../server/lib/ids.ts'
import { keyScopes, mayAdminister } from '../../../server/security/permissions.ts'
import { allPages } from '../all-pages.ts'
import { readEmail, readEnd, readName } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { UsageError } from '../command-errors.ts'
import { changeWithCare } from '../confirm.ts'
import { type CommandResult, progress } from '../output.ts'
import { listOf, wholeList } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface CreateOptions {
  for: string
  scope: string[]
  course: string[]
  expires?: string
  timeZone?: string
}

interface ListOptions {
  all?: true
}

interface RotateOptions {
  overlapHours: string
  for?: string
}

export async function create(name: string, options: CreateOptions): Promise<CommandResult> {
  const email = readEmail(options.for, '--for')
  const content = {
    name: readName(name),
    scopes: options.scope.map(readScope),
    expiresAt:
      options.expires === undefined
        ? undefined
        : readEnd(options.expires, '--expires', options.timeZone).toISOString(),
  }
  if (content.scopes.length === 0)
    throw new UsageError(`error: give a --scope: ${keyScopes.join(', ')}`)
  const made = await withDeps(async (deps) => {
    const courseIds = []
    for (const course of options.course) courseIds.push(await courseIdOf(deps, course))
    return makeApiKey(deps, { ...content, courseIds }, await administratorWith(deps, email))
  })
  progress(
    `The key ${made.publicId} acts for ${email} until ${made.expiresAt}. It is shown this once:`,
  )
  return secretOf(made)
}

export async function list({ all }: ListOptions): Promise<CommandResult> {
  const keys = await withDeps((deps) =>
    allPages((cursor) => listApiKeys(deps, { ...wholeList, cursor })),
  )
  const items = keys.filter(({ status }) => all || status === 'active' || status === 'blocked')
  return listOf(items, {
    columns: {
      ID: 'publicId',
      NAME: 'name',
      STATUS: 'status',
      SCOPES: ({ scopes }) => scopes.join(' '),
      ENDS: ({ expiresAt }) => expiresAt.slice(0, 10),
      'LAST USED': ({ lastUsedAt }) => lastUsedAt ?? 'never',
    },
    none: 'There are no keys.',
  })
}

export async function rotate(id: string, options: RotateOptions): Promise<CommandResult> {
  const by = readKeyId(id)
  const email = options.for === undefined ? undefined : readEmail(options.for, '--for')
  const hours = Number(options.overlapHours)
  if (!/^\d+$/.test(options.overlapHours) || hours > 168)
    throw new UsageError('error: --overlap-hours must be a whole number from 0 to 168')
  const made = await withDeps(async (deps) => {
    const maker = email === undefined ? undefined : await administratorWith(deps, email)
    return renewSecret(deps, { by, overlapSeconds: hours * 3600, makerId: maker?.id })
  })
  progress(
    `The key ${made.id} has a new secret; the one before works for ${hours} hours. It is shown ` +
      'this once:',
  )
  return secretOf(made)
}

export async function revoke(id: string, options: CautionOptions): Promise<CommandResult> {
  const by = readKeyId(id)
  return changeWithCare(options, {
    question: 'Revoke the key for good?',
    word: 'revoke',
    change: async (deps) => {
      const key = await revokeApiKey(deps, by)
      return { json: key, text: `The key ${key.id} (${key.name}) is revoked.\n` }
    },
  })
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

async function administratorWith({ db }: Deps, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email)
  if (user === undefined) throw new AppError('UserNotFound')
  if (mayAdminister(user, 'api-keys:write') && user.suspendedAt === null) return user
  const message = `Keys act for administrators who are not suspended, and ${email} is none.`
  throw new AppError('Forbidden', { message })
}
