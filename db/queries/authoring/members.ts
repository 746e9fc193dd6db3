import { eq } from 'drizzle-orm'
import { afterId, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import type { courseMembers } from '../../schema/authoring/members.ts'
import { courses } from '../../schema/courses/courses.ts'
import { type TaughtCohorts, taughtCohorts } from '../courses/courses/authored-courses.ts'

export type CourseMemberRow = typeof courseMembers.$inferSelect

export interface CourseMembership {
  /** Whether the course exists. */
  exists: boolean
  role: CourseMemberRow['role'] | null
  /** The cohorts whose learners a teacher has; null for all learners. */
  cohortIds: string[] | null
}

export async function findCourseRole(
  db: Db,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<CourseMembership> {
  const [found] = await runNamed<Omit<CourseMembership, 'exists'>>(db, {
    name: 'find_course_role',
    text: `
      select m.role, m.cohort_ids as "cohortIds" from courses c
      left join course_members m on m.course_id = c.id and m.user_id = $2 where c.id = $1`,
    values: [courseId, userId],
  })
  return {
    exists: found !== undefined,
    role: found?.role ?? null,
    cohortIds: found?.cohortIds ?? null,
  }
}

export interface MemberRow extends Pick<CourseMemberRow, 'role' | 'addedAt'> {
  /** The id of the user. */
  id: string
  name: string
  /** Null unless the reader may see it. */
  email: string | null
  cohorts: TaughtCohorts
}

interface MemberReader {
  id: string
  isAdministrator: boolean
}

/** Lists members by their ids, after `after`. Emails are for owners and administrators. */
export async function listMembers(
  db: Db,
  page: PageAfter & { courseId: string; reader: MemberReader },
): Promise<MemberRow[]> {
  const { courseId, reader, after, limit } = page
  return runNamed<MemberRow>(db, {
    name: 'list_course_members',
    text: `
      select u.id, u.name, m.role, m.added_at as "addedAt",
        case when $3 or exists (
          select from course_members o
          where o.course_id = $1 and o.user_id = $2 and o.role = 'owner'
        ) then u.email end as email,
        ${taughtCohorts}
      from course_members m join users u on u.id = m.user_id
      where m.course_id = $1 and m.user_id > ${afterId('$4')}
      order by m.user_id limit $5`,
    values: [courseId, reader.id, reader.isAdministrator, after ?? null, limit],
  })
}

/** Finds the slug of a course of any status. */
export async function findCourseSlug(db: Db, courseId: string): Promise<string> {
  const [course] = await db
    .select({ slug: courses.slug })
    .from(courses)
    .where(eq(courses.id, courseId))
  if (course === undefined) throw new Error('There is no such course.')
  return course.slug
}

/**
 * Locks a course's owners until the end of the transaction, so that of two who remove each other
 * one stays.
 */
export async function lockOwners(db: Db, courseId: string): Promise<void> {
  await runNamed(db, {
    name: 'lock_course_owners',
    text: `
      select user_id from course_members where course_id = $1 and role = 'owner'
      order by user_id for update`,
    values: [courseId],
  })
}

/**
 * Locks the owners of all courses that a user owns until the end of the transaction, and returns
 * the ids of those with no other owner.
 */
export async function lockCoursesOfLastOwner(db: Db, userId: string): Promise<string[]> {
  await runNamed(db, {
    name: 'lock_owners_of_owned_courses',
    text: `
      select course_id from course_members where role = 'owner' and course_id in (
        select course_id from course_members where user_id = $1 and role = 'owner')
      order by course_id, user_id for update`,
    values: [userId],
  })
  // Only a second statement sees commits made while the first one waited.
  return listNamed(db, {
    name: 'list_courses_of_last_owner',
    text: `
      select m.course_id as "courseId" from course_members m
      where m.user_id = $1 and m.role = 'owner' and not exists (
        select from course_members o
        where o.course_id = m.course_id and o.user_id <> $1 and o.role = 'owner')
      order by m.course_id`,
    values: [userId],
  })
}

const hasOtherOwner = `exists (
  select from course_members o where o.course_id = $1 and o.user_id <> $2 and o.role = 'owner')`

/** A membership before the write; null for a new one. */
interface WrittenMember {
  addedAt: Date
  roleBefore: CourseMemberRow['role'] | null
  cohortIdsBefore: string[] | null
}

/**
 * Adds a member, or changes a member's role or cohorts. Undefined if that would remove the last
 * owner. Call lockOwners() first.
 */
export async function putMember(
  db: Db,
  { courseId, userId, role, cohortIds = null, addedAt }: typeof courseMembers.$inferInsert,
): Promise<WrittenMember | undefined> {
  return findNamed(db, {
    name: 'put_course_member',
    text: `
      with before as (
        select role, cohort_ids from course_members where course_id = $1 and user_id = $2
      )
      insert into course_members as m (course_id, user_id, role, added_at, cohort_ids)
      values ($1, $2, $3, $4, $5)
      on conflict (course_id, user_id) do update set
        role = excluded.role, cohort_ids = excluded.cohort_ids
        where excluded.role = 'owner' or m.role <> 'owner' or ${hasOtherOwner}
      returning m.added_at as "addedAt", (select role from before) as "roleBefore",
        (select cohort_ids from before) as "cohortIdsBefore"`,
    values: [courseId, userId, role, addedAt, cohortIds],
  })
}

/** Removes a deleted cohort from its teachers, who keep their others or none. */
export async function forgetCohortOfTeachers(db: Db, cohortId: string): Promise<void> {
  await runNamed(db, {
    name: 'forget_cohort_of_teachers',
    text: `
      update course_members set cohort_ids = array_remove(cohort_ids, $1::uuid)
      where cohort_ids @> array[$1::uuid]`,
    values: [cohortId],
  })
}

/** Returns a deleted member's role; undefined for the last owner. Call lockOwners() first. */
export async function deleteMember(
  db: Db,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<CourseMemberRow['role'] | undefined> {
  const [deleted] = await runNamed<{ role: CourseMemberRow['role'] }>(db, {
    name: 'delete_course_member',
    text: `
      delete from course_members where course_id = $1 and user_id = $2
        and (role <> 'owner' or ${hasOtherOwner})
      returning role`,
    values: [courseId, userId],
  })
  return deleted?.role
}

/** Lists the first members who may review the draft, without a user: none of its writers. */
export async function listReviewers(
  db: Db,
  { courseId, except, limit }: { courseId: string; except: string; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_reviewers_of_draft',
    text: `
      select m.user_id as "userId" from course_members m join drafts d on d.course_id = m.course_id
      where m.course_id = $1 and m.role in ('owner', 'reviewer') and m.user_id <> $2
        and m.user_id <> all(d.writers)
      order by m.user_id limit $3`,
    values: [courseId, except, limit],
  })
}

export interface MembershipRow extends Omit<CourseMemberRow, 'userId'> {
  slug: string
  /** Since when the course's page shows the member; null: it does not. */
  shownSince: Date | null
}

/** Lists the courses that the user works on after `after`, in the order of their ids. */
export async function listMembershipsOf(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<MembershipRow[]> {
  return runNamed<MembershipRow>(db, {
    name: 'list_memberships',
    text: `
      select m.course_id as "courseId", c.slug, m.role, m.cohort_ids as "cohortIds",
        m.added_at as "addedAt", t.agreed_at as "shownSince"
      from course_members m join courses c on c.id = m.course_id
      left join course_teachers t on t.course_id = m.course_id and t.user_id = m.user_id
      where m.user_id = $1 and m.course_id > ${afterId('$2')}
      order by m.course_id limit $3`,
    values: [userId, after ?? null, limit],
  })
}
