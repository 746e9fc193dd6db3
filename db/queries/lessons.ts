import type { Db } from '../client.ts'
import { runNamed } from '../prepared.ts'
import type { lessons } from '../schema/index.ts'

/** A lesson in the version of the user's enrollment, else as asked for, with all that decides who may read it. */
export interface LessonForUser extends Omit<typeof lessons.$inferSelect, 'versionId' | 'sectionId' | 'position'> {
  /** Whether the user has an active enrollment in the course. */
  enrolled: boolean
  /** Whether the lesson asked for is of the version that is sold now. */
  sold: boolean
  /** What the user did of it; null while that is nothing. */
  percent: number | null
  positionSeconds: number | null
  completedAt: Date | null
}

const lessonForUser = `
  select l.id, l.course_id as "courseId", l.key, l.title, l.type, l.minutes, l.required, l.preview, l.content,
    e.user_id is not null as enrolled, c.status = 'published' and c.current_version = v.number as sold,
    p.percent, p.position_seconds as "positionSeconds", p.completed_at as "completedAt"
  from lessons asked
  join courses c on c.id = asked.course_id
  join course_versions v on v.id = asked.version_id
  left join enrollments e on e.course_id = asked.course_id and e.user_id = $1 and e.status = 'active'
  join lessons l on l.version_id = coalesce(e.version_id, asked.version_id) and l.key = asked.key
  left join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
  where asked.id = $2`

/** Undefined when there is none with this id, or the user's version has it no more. */
export async function findLessonForUser(
  db: Db,
  { lessonId, userId }: { lessonId: string; userId: string },
): Promise<LessonForUser | undefined> {
  const [found] = await runNamed<LessonForUser>(db, { name: 'find_lesson_for_user', text: lessonForUser, values: [userId, lessonId] })
  return found
}
