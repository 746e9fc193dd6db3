import { insertUser } from '../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../server/context.ts'
import { newId } from '../../../server/lib/ids.ts'

/** An account that nobody can log in to. */
export async function fillLearner({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const learner = { id: newId(), email: 'searcher@example.org' }
  await insertUser(db, {
    ...learner,
    name: 'Maria Mitchell',
    role: 'learner',
    passwordHash: null,
    pepperVersion: null,
    emailVerifiedAt: now(),
    createdAt: now(),
  })
  return learner
}
