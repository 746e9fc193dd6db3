import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { courses, courseVersions } from '../../schema/learning/courses.ts'
import { invitations } from '../../schema/learning/invitations.ts'
import { selectList } from '../../select-list.ts'

export type InvitationRow = typeof invitations.$inferSelect

const columns = selectList({
  id: invitations.id,
  email: invitations.email,
  courseId: invitations.courseId,
  cohortId: invitations.cohortId,
  endsAt: invitations.endsAt,
  locale: invitations.locale,
  invitedBy: invitations.invitedBy,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
})

/** The invitation; undefined if this email is invited to this course, or to register, already. */
export async function insertInvitation(
  db: Db,
  invitation: InvitationRow,
): Promise<InvitationRow | undefined> {
  const [inserted] = await db
    .insert(invitations)
    .values(invitation)
    .onConflictDoNothing()
    .returning()
  return inserted
}

/** Locks it until the end of the transaction. */
export async function lockInvitation(
  db: Db,
  { email, courseId }: { email: string; courseId: string | null },
): Promise<InvitationRow | undefined> {
  const [found] = await runNamed<InvitationRow>(db, {
    name: 'lock_invitation',
    text: `
      select ${columns} from invitations
      where email = $1 and coalesce(course_id, '00000000-0000-0000-0000-000000000000')
        = coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
      for update`,
    values: [email, courseId],
  })
  return found
}

export async function updateInvitation(
  db: Db,
  id: string,
  change: Partial<
    Pick<InvitationRow, 'endsAt' | 'cohortId' | 'expiresAt' | 'locale' | 'invitedBy'>
  >,
): Promise<InvitationRow | undefined> {
  const [changed] = await db
    .update(invitations)
    .set(change)
    .where(eq(invitations.id, id))
    .returning()
  return changed
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const [found] = await db.select().from(invitations).where(eq(invitations.id, id))
  return found
}

/** Deletes it, which frees its seat; undefined if somebody else did meanwhile. */
export async function deleteInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const [deleted] = await db.delete(invitations).where(eq(invitations.id, id)).returning()
  return deleted
}

/** Of the email, in the order of the courses' ids; expired ones too. */
export function listInvitationsTo(db: Db, email: string): Promise<InvitationRow[]> {
  return runNamed(db, {
    name: 'list_invitations_to',
    text: `select ${columns} from invitations where email = $1 order by course_id`,
    values: [email],
  })
}

/** Verified accounts whose invitations nobody has turned into enrollments yet. */
export async function listUsersToEnroll(db: Db, limit: number): Promise<string[]> {
  const rows = await runNamed<{ id: string }>(db, {
    name: 'list_users_to_enroll',
    text: `
      select distinct u.id from invitations i join users u on u.email = i.email
      where u.email_verified_at is not null limit $1`,
    values: [limit],
  })
  return rows.map(({ id }) => id)
}

export function listExpiredInvitations(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<InvitationRow[]> {
  return runNamed(db, {
    name: 'list_expired_invitations',
    text: `select ${columns} from invitations where expires_at <= $1 order by expires_at limit $2`,
    values: [now, limit],
  })
}

/** Those of the cohort that were to end with it. */
export async function moveInvitationEnds(
  db: Db,
  { cohortId, from, to }: { cohortId: string; from: Date | null; to: Date | null },
): Promise<void> {
  await runNamed(db, {
    name: 'move_invitation_ends',
    text: `
      update invitations set ends_at = $3 where cohort_id = $1 and ends_at is not distinct from $2`,
    values: [cohortId, from, to],
  })
}

export interface InvitationFilter {
  courseId: string | undefined
  cohortId: string | undefined
  email: string | undefined
}

export interface ListedInvitation extends InvitationRow {
  courseTitle: string | null
}

/** Newest first, older than `before`; expired ones too, until they are deleted. */
export async function listInvitations(
  db: Db,
  {
    filter: { courseId, cohortId, email },
    before,
    limit,
  }: { filter: InvitationFilter; before: string | undefined; limit: number },
): Promise<ListedInvitation[]> {
  return db
    .select({ ...getTableColumns(invitations), courseTitle: courseVersions.title })
    .from(invitations)
    .leftJoin(courses, eq(courses.id, invitations.courseId))
    .leftJoin(
      courseVersions,
      and(
        eq(courseVersions.courseId, courses.id),
        eq(courseVersions.number, courses.currentVersion),
      ),
    )
    .where(
      and(
        courseId === undefined ? undefined : eq(invitations.courseId, courseId),
        cohortId === undefined ? undefined : eq(invitations.cohortId, cohortId),
        email === undefined ? undefined : eq(invitations.email, email),
        before === undefined ? undefined : lt(invitations.id, before),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(limit)
}
