import { queryOptions } from '@lyceum/sdk/query'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'

/** Reads the problems of a lesson again, once it is saved. */
export function lookAgain(courseId: string, key: string): void {
  const { queryKey } = queryOptions(lyceum.drafts.problems, { courseId, key })
  void queryClient.invalidateQueries({ queryKey })
}
