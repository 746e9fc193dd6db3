import type { UserSummary as Row } from '../../../../db/queries/people/users/find-users.ts'
import type { Deps } from '../../../../server/context.ts'
import {
  placeIn,
  type SearchUsers,
  searchUsers,
  toUserSummary,
} from '../../../../server/features/people/users/list-users.ts'
import { ListUsersInput } from '../../../../server/features/people/users/schema.ts'
import { requirePerson } from '../../../../server/features/platform/admin/chosen-user.ts'
import type { CommandResult } from '../../output.ts'
import { listOf, readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

interface ListOptions {
  limit: number
  /** The email of the last user of the page before. */
  after?: string
  words?: string
  sort: SearchUsers['sort']
}

export function listPage({ limit, after, ...options }: ListOptions): Promise<CommandResult> {
  const filter = readFilter(options)
  return withDeps((deps) => readPage(deps, filter, [limit, after]))
}

export function find(words: string, { limit }: { limit: number }): Promise<CommandResult> {
  return listPage({ limit, words, sort: 'newest' })
}

async function readPage(
  deps: Deps,
  filter: SearchUsers,
  [most, email]: [limit: number, after: string | undefined],
): Promise<CommandResult> {
  const last = email === undefined ? undefined : await requirePerson(deps, { email })
  const found: Row[] = []
  let place = last && placeIn(filter.sort, last)
  do {
    const limit = most + 1 - found.length
    const { rows, lookedUpTo } = await searchUsers(deps, filter, { after: place, limit })
    found.push(...rows)
    place = lookedUpTo
  } while (place !== undefined && found.length <= most)

  const { json, text } = listOf(found.slice(0, most).map(toUserSummary), {
    columns: ['email', 'name', 'role', 'emailVerifiedAt', 'suspendedAt', 'createdAt', 'lastSeenAt'],
    none: 'No users found.',
  })
  const nextAfter = found.length > most ? (found[most - 1]?.email ?? null) : null
  return {
    json: { ...json, nextAfter },
    text: nextAfter === null ? text : `${text}\nThere are more: --after ${nextAfter}\n`,
  }
}

function readFilter({ words: q, ...options }: Partial<ListOptions>): SearchUsers {
  const input = readInput(ListUsersInput, { ...options, q }, { q: '--words' })
  const { limit: _limit, cursor: _cursor, ...filter } = input
  return filter
}
