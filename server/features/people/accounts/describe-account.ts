import type { UserRow } from '../../../../db/queries/people/users/users.ts'

/** An account as its owner sees it. */
export function describeAccount({ id, email, name, nameIsGuess, role }: UserRow) {
  return { id, email, name, nameIsGuess, role }
}
