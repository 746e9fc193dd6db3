import { listMembers as listRows, type MemberRow } from '../../../db/queries/learning/members.ts'
import type { UserContext } from '../../context.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import type { ListMembersInput, Member, MemberList } from './schema.ts'

/** Lists who works on a course. */
export async function listMembers(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  { courseId, ...page }: ListMembersInput,
): Promise<MemberList> {
  const rows = await listRows(db, {
    courseId,
    reader: { id: user.id, isAdministrator: user.role === 'admin' },
    after: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, toMember)
}

function toMember({ id, name, email, role, addedAt }: MemberRow): Member {
  return { user: { id, name, email }, role, addedAt: addedAt.toISOString() }
}
