import { queryClient } from '../app/query-client.ts'
import { lyceum } from '../lyceum.ts'

/** Ends the session in every tab, and forgets all that was read. */
export async function signOut(): Promise<void> {
  // The token is forgotten, whether or not the server could be told.
  await lyceum.signOut().catch(() => undefined)
  await forgetAll()
}

/** Nothing of one reader is left for the next. */
export async function forgetAll(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
}
