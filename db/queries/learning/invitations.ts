import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { findByWords, type WordSearch } from '../../found-by-words.ts'
import { isBefore, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { courses, courseVersions } from '../../schema/courses/courses.ts'
import { invitationPromises, invitations } from '../../schema/learning/invitations.ts'
import { mails } from '../../schema/platform/mails.ts'
import { selectList } from '../../select-list.ts'
import type { MailRow } from '../platform/mails.ts'
import { isNotPostponed } from '../platform/postponed.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** Whether the person is already in the cohort: it keeps their seat until the cohort begins. */
export const isAccepted = `exists (
  select from cohort_members m join users u on u.id = m.user_id
  where m.cohort_id = invitations.cohort_id and u.email = invitations.email
    and u.email_verified_at is not null)`

/** Selects all that invitations promise: in their row, and beyond. */
export const promises = `(
  select id, email, course_id, cohort_id, ends_at, locale from invitations
  union all
  select i.id, i.email, i.course_id, p.cohort_id, p.ends_at, i.locale
  from invitation_promises p join invitations i on i.id = p.invitation_id
)`

const columns = selectList(getTableColumns(invitations))

/** Violates the unique key when this email is invited to this course, or to register, already. */
export async function insertInvitation(db: Db, invitation: InvitationRow): Promise<void> {
  await db.insert(invitations).values(invitation)
}

/**
 * Locks the invitations to an email, and those about to be made, until the end of the transaction:
 * after the user and the cohort, before seats. In the order of the courses' ids; expired ones too.
 * Lock several emails in alphabetical order.
 */
export async function lockInvitationsTo(db: Db, email: string): Promise<InvitationRow[]> {
  await runNamed(db, {
    name: 'lock_invitations_of_email',
    text: `select pg_advisory_xact_lock(hashtextextended('invitations to ' || $1::text, 0))`,
    values: [email],
  })
  return runNamed(db, {
    name: 'lock_invitations_to',
    text: `select ${columns} from invitations where email = $1 order by course_id for update`,
    values: [email],
  })
}

export async function updateInvitation(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      InvitationRow,
      'email' | 'endsAt' | 'cohortId' | 'expiresAt' | 'locale' | 'invitedBy' | 'mailId'
    >
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

/** Lists the cohorts that invitations to the emails come with, in the order of their ids. */
export async function listCohortsOfInvitations(db: Db, emails: string[]): Promise<string[]> {
  return listNamed(db, {
    name: 'list_cohorts_of_invitations',
    text: `
      select distinct cohort_id as id from ${promises} as promised
      where email = any($1::text[]) and cohort_id is not null order by id`,
    values: [emails],
  })
}

/**
 * Deletes an email's invitation to a course, which frees its seat for the enrollment. One that
 * somebody is changing stays: waiting for it would break the order of locks.
 */
export async function takeInvitation(
  db: Db,
  { email, courseId }: { email: string; courseId: string },
): Promise<InvitationRow | undefined> {
  return findNamed(db, {
    name: 'take_invitation',
    text: `
      delete from invitations where id = (
        select id from invitations where email = $1 and course_id = $2 for update skip locked)
      returning ${columns}`,
    values: [email, courseId],
  })
}

/** Forgets the inviter, before that account goes, and before its seats. */
export async function forgetInviter(db: Db, userId: string): Promise<void> {
  await db.update(invitations).set({ invitedBy: null }).where(eq(invitations.invitedBy, userId))
}

/**
 * Lists verified accounts with invitations not yet turned into enrollments, except those that wait
 * for their cohort.
 */
export async function listUsersToEnroll(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_users_to_enroll',
    text: `
      select distinct u.id from invitations i join users u on u.email = i.email
      where u.email_verified_at is not null
        and ${isNotPostponed('accept-invitations', 'u.id::text', '$1')}
        and not exists (
        select from cohorts c
        join cohort_members m on m.cohort_id = c.id
        join cohort_courses l on l.cohort_id = c.id and l.course_id = i.course_id
        where c.id = i.cohort_id and c.begun_at is null and m.user_id = u.id)
      limit $2`,
    values: [now, limit],
  })
}

export function listExpiredInvitations(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<InvitationRow[]> {
  return runNamed(db, {
    name: 'list_expired_invitations',
    text: `
      select ${columns} from invitations where expires_at <= $1 and not ${isAccepted}
        and ${isNotPostponed('forget-invitation', 'invitations.id::text', '$1')}
      order by expires_at limit $2`,
    values: [now, limit],
  })
}

/**
 * Moves the ends of invitations that were to end with the cohort. Locks those to an email as
 * lockInvitationsTo() does.
 */
export async function moveInvitationEnds(
  db: Db,
  { cohortId, from, to }: { cohortId: string; from: Date | null; to: Date | null },
): Promise<void> {
  await runNamed(db, {
    name: 'move_invitation_ends',
    text: `
      with others as (
        update invitation_promises set ends_at = $3
        where cohort_id = $1 and ends_at is not distinct from $2
      )
      update invitations set ends_at = $3 where id in (
        select id from invitations where cohort_id = $1 and ends_at is not distinct from $2
        order by email, course_id for no key update)`,
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
  /** Null before its first try, and once it is a month old. */
  mail: Pick<MailRow, 'status' | 'failure' | 'createdAt'> | null
}

/** Lists those older than `before`, newest first; expired ones too, until they are deleted. */
export async function listInvitations(
  db: Db,
  {
    filter: { courseId, cohortId, email },
    before,
    limit,
  }: PageBefore & { filter: InvitationFilter },
): Promise<ListedInvitation[]> {
  return db
    .select({
      ...getTableColumns(invitations),
      courseTitle: courseVersions.title,
      mail: { status: mails.status, failure: mails.failure, createdAt: mails.createdAt },
    })
    .from(invitations)
    .leftJoin(mails, eq(mails.id, invitations.mailId))
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
        cohortId === undefined
          ? undefined
          : sql`${invitations.id} in (
          select id from ${sql.raw(promises)} as promised where cohort_id = ${cohortId})`,
        email === undefined ? undefined : eq(invitations.email, email),
        isBefore(invitations.id, before),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(limit)
}

/** Finds invitations by parts of their email, expired ones too, until they are deleted. */
export function findInvitations(
  db: Db,
  search: WordSearch,
): Promise<Pick<ListedInvitation, 'id' | 'email' | 'createdAt' | 'courseTitle'>[]> {
  return findByWords(db, {
    from: `invitations i left join courses c on c.id = i.course_id
      left join course_versions v on v.course_id = c.id and v.number = c.current_version`,
    id: 'i.id',
    text: 'i.email',
    select: `i.id, i.email, i.created_at as "createdAt", v.title as "courseTitle"`,
    search,
  })
}

/** A promise of an invitation: the course with a cohort, or without one, until an end. */
export type Promised = Omit<typeof invitationPromises.$inferSelect, 'invitationId'>

export function listPromises(db: Db, invitationId: string): Promise<Promised[]> {
  return runNamed(db, {
    name: 'list_promises',
    text: `
      select cohort_id as "cohortId", ends_at as "endsAt" from ${promises} as promised
      where id = $1`,
    values: [invitationId],
  })
}

/** Replaces promises; the first one is in the invitation's row. */
export async function replacePromises(
  db: Db,
  invitationId: string,
  [first, ...others]: readonly Promised[],
): Promise<void> {
  if (first !== undefined) await updateInvitation(db, invitationId, first)
  await db.delete(invitationPromises).where(eq(invitationPromises.invitationId, invitationId))
  if (others.length > 0)
    await db.insert(invitationPromises).values(others.map((other) => ({ ...other, invitationId })))
}
