import {
  findUser,
  findUserByEmail,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { Email } from '../../../../lib/email.ts'
import { isId } from '../../../../lib/ids.ts'
import { readTyped } from '../../../../lib/typed-text/typed-text.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/** A person, named by one of the two. */
export interface ChosenPerson {
  email?: string | undefined
  userId?: string | undefined
}

export async function findPerson(
  { db }: Pick<Deps, 'db'>,
  { email, userId }: ChosenPerson,
): Promise<UserRow | undefined> {
  if (userId !== undefined) return findUser(db, userId)
  return email === undefined ? undefined : findUserByEmail(db, email)
}

/** @throws UserNotFound */
export async function requirePerson(ctx: Pick<Deps, 'db'>, chosen: ChosenPerson): Promise<UserRow> {
  const user = await findPerson(ctx, chosen)
  if (user === undefined) throw new AppError('UserNotFound')
  return user
}

/**
 * Reads a field that names a user.
 *
 * @throws InvalidFields
 */
export function readChosenUser(emailOrId: string): ChosenPerson {
  const id = readTyped(emailOrId).toLowerCase()
  if (isId(id)) return { userId: id }
  const { data: email } = Email.safeParse(emailOrId)
  if (email !== undefined) return { email }
  const message = 'is neither an email address nor the id of a user'
  throw new AppError('InvalidFields', { issues: [{ path: 'user', message }] })
}

/**
 * Returns a user's id for a filter. An id may be that of an erased account that left records.
 *
 * @throws InvalidFields, UserNotFound
 */
export async function chosenUserId(
  ctx: Pick<Deps, 'db'>,
  emailOrId: string | undefined,
): Promise<string | undefined> {
  if (emailOrId === undefined) return undefined
  const { email, userId } = readChosenUser(emailOrId)
  if (email === undefined) return userId
  return (await requirePerson(ctx, { email })).id
}
