import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import type { teacherProfiles } from '../../schema/authoring/teachers.ts'

export type TeacherProfileRow = Omit<typeof teacherProfiles.$inferSelect, 'userId'>

interface Membership {
  courseId: string
  userId: string
}

export async function findTeacherProfile(
  db: Db,
  userId: string,
): Promise<TeacherProfileRow | undefined> {
  return findNamed(db, {
    name: 'find_teacher_profile',
    text: 'select biography, sha256 from teacher_profiles where user_id = $1',
    values: [userId],
  })
}

/** Finds how a member of a course is shown on its page; undefined for anybody else. */
export async function findTeacher(
  db: Db,
  { courseId, userId }: Membership,
): Promise<(TeacherProfileRow & { shown: boolean }) | undefined> {
  return findNamed(db, {
    name: 'find_course_teacher',
    text: `
      select p.biography, p.sha256, t.agreed_at is not null as shown
      from course_members m
      left join course_teachers t on t.course_id = m.course_id and t.user_id = m.user_id
      left join teacher_profiles p on p.user_id = m.user_id
      where m.course_id = $1 and m.user_id = $2`,
    values: [courseId, userId],
  })
}

/** Writes what is given; what is undefined stays. */
export async function putTeacherProfile(
  db: Db,
  { userId, biography, sha256 }: { userId: string } & Partial<TeacherProfileRow>,
): Promise<void> {
  await runNamed(db, {
    name: 'put_teacher_profile',
    text: `
      insert into teacher_profiles as p (user_id, biography, sha256) values ($1, $2, $3)
      on conflict (user_id) do update set
        biography = case when $4 then excluded.biography else p.biography end,
        sha256 = case when $5 then excluded.sha256 else p.sha256 end`,
    values: [
      userId,
      biography ?? null,
      sha256 ?? null,
      biography !== undefined,
      sha256 !== undefined,
    ],
  })
}

/**
 * Has the page of a course show a member from now on; whoever is none stays unseen, also who leaves
 * just now.
 */
export async function agreeToBeShown(
  db: Db,
  { courseId, userId, at }: Membership & { at: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'agree_to_be_shown',
    text: `
      insert into course_teachers (course_id, user_id, agreed_at)
      select course_id, user_id, $3 from course_members where course_id = $1 and user_id = $2
      for key share
      on conflict do nothing`,
    values: [courseId, userId, at],
  })
}

export async function endBeingShown(db: Db, { courseId, userId }: Membership): Promise<void> {
  await runNamed(db, {
    name: 'end_being_shown',
    text: 'delete from course_teachers where course_id = $1 and user_id = $2',
    values: [courseId, userId],
  })
}
