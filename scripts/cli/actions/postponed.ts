import { listPostponed, releasePostponed } from '../../../db/queries/platform/postponed.ts'
import type { Deps } from '../../../server/context.ts'
import { type CommandResult, said } from '../output.ts'
import { listOf } from '../results.ts'

const postponedAtMost = 100

export async function postponed(
  { db, now }: Deps,
  { retry }: { retry?: boolean },
): Promise<CommandResult> {
  if (retry === true) {
    const items = await releasePostponed(db, now())
    return said({ items }, `${items} postponed: the next run of each job tries them again.`)
  }
  return listOf(await listPostponed(db, postponedAtMost), {
    columns: ['task', 'item', 'tries', 'failedAt', 'nextTryAt', 'failure'],
    none: 'Nothing is postponed.',
  })
}
