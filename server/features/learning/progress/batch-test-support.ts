import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { lessonProgress } from '../../../../db/schema/learning/progress.ts'
import type { Api } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import type { ProgressEvent, ReportBatchInput } from './schema.ts'

export const [minute, day] = [60_000, 24 * 3_600_000]

/** Creates an event of that long ago. */
export function eventOf(
  api: Api,
  lessonId: string,
  { ago = minute, ...said }: Partial<Omit<ProgressEvent, 'lessonId'>> & { ago?: number } = {},
): ProgressEvent {
  return { id: randomUUID(), lessonId, at: isoBefore(api, ago), ...said }
}

export function isoBefore(api: Api, ago: number): string {
  return new Date(api.deps.now().getTime() - ago).toISOString()
}

export function sendBatch(
  api: Api,
  learner: GivenUser,
  events: ReportBatchInput['events'],
  sentAt = api.deps.now().toISOString(),
) {
  return api.as(learner).progress.batch.mutate({ sentAt, events })
}

/** Creates a learner who enrolled that many days ago. */
export async function givenLearnerSince(
  api: Api,
  { id, slug }: Pick<GivenCourse, 'id' | 'slug'>,
  days = 20,
): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.given.enrollment(learner, { slug })
  const at = isoBefore(api, days * day)
  await api.deps.db.execute(sql`
    update enrollments set enrolled_at = ${at} where user_id = ${learner.id} and course_id = ${id}`)
  return learner
}

/** Returns all stored rows of the learner's lessons. */
export function rowsOf({ deps }: Api, { id }: GivenUser) {
  return deps.db
    .select()
    .from(lessonProgress)
    .where(eq(lessonProgress.userId, id))
    .orderBy(lessonProgress.lessonKey)
}
