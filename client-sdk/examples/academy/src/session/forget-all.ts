import { queryClient } from '../app/query-client.ts'
import { forgetKept } from '../offline/kept.ts'
import { typed } from '../offline/typed.ts'

export async function forgetAll(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
  typed.forget()
  await forgetKept()
}
