import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/people/users.ts'
import type { Api } from '../api.ts'
import type { GivenUser } from '../given.ts'

/** A signed-in learner without a password. */
export async function givenThirdPartyOnly(api: Api): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.database.db
    .update(users)
    .set({ passwordHash: null, pepperVersion: null })
    .where(eq(users.id, learner.id))
  return learner
}
