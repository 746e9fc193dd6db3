import { findUser, findUserByEmail, type UserRow } from '../../../db/queries/accounts/users.ts'
import type { Deps } from '../../context.ts'

/** One of the two names the person. */
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
