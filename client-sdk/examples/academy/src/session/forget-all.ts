import { queryClient } from '../app/query-client.ts'

/** Forgets all that was read or kept for the reader. */
export async function forgetAll(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
}
