import {
  listMembers as listRows,
  type MemberRow,
} from '../../../../db/queries/authoring/members.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { UserContext } from '../../../context.ts'
import { ownsEveryCourse } from '../../../security/course-roles.ts'
import type { ListMembersInput, Member, MemberList } from './schema.ts'

/** Lists who works on a course. */
export async function listMembers(
  { db, user, caller }: Pick<UserContext, 'db' | 'user' | 'caller'>,
  { courseId, ...page }: ListMembersInput,
): Promise<MemberList> {
  const rows = await listRows(db, {
    courseId,
    reader: { id: user.id, isAdministrator: ownsEveryCourse(user) },
    after: startOf(page),
    limit: page.limit + 1,
  })
  // Hides emails from keys for courses.
  const shown = caller.key === undefined ? rows : rows.map((row) => ({ ...row, email: null }))
  return toPage(shown, page.limit, toMember)
}

function toMember({ id, name, email, role, cohorts, addedAt }: MemberRow): Member {
  return { user: { id, name, email }, role, cohorts, addedAt: addedAt.toISOString() }
}
