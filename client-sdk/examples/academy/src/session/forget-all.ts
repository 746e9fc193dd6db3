import { queryClient } from '../app/query-client.ts'
import { storage, tabStorage } from '../app/storage.ts'
import { forgetKept } from '../offline/kept.ts'
import { typed } from '../offline/typed.ts'

/** Who was here last, also where the session has ended by itself. */
export const lastUserKey = 'academy.lastUser'

export async function forgetAll(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
  // What was to be done after a sign-in.
  for (const name of ['academy.wish', 'academy.thirdParty']) tabStorage.remove(name)
  await forgetStored()
}

/** What is on the device of who was here before. */
export async function forgetStored(): Promise<void> {
  storage.remove(lastUserKey)
  typed.forget()
  await forgetKept()
}
