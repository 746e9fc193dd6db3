import { sql } from 'drizzle-orm'
import type { CourseRules } from '../../../../content/course-rules.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import type { Answer, Api } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

export function videoOf(seconds: number | null): LessonDetails {
  const sources = [{ url: 'https://videos.example.org/knot.webm' }]
  return { video: { sources, poster: null, captions: [], seconds, transcript: null } }
}

interface VideoOptions {
  /** The length of the video. */
  seconds: number | null
  honesty?: CourseRules['honesty']
}

export interface GivenVideo {
  learner: GivenUser
  courseId: string
  /** A course whose first lesson is the video, and whose second is a text. */
  content: CourseContent
  lessonId: string
  textId: string
}

/** Creates a learner enrolled in a course with a video and a text, both required. */
export async function givenVideo(
  api: Api,
  { seconds, honesty = 'none' }: VideoOptions,
): Promise<GivenVideo> {
  const content = courseContent({ lessons: ['required', 'required'] })
  const [video] = content.sections[0]?.lessons ?? []
  if (video === undefined) throw new Error('The course has no lesson.')
  Object.assign(video, { type: 'video', details: videoOf(seconds) })
  await publishCourse(api.deps, content)
  const course = await findCourse(api.deps.db, { slug: content.slug })
  if (course === undefined) throw new Error('The course was not published.')
  await api.deps.db.execute(sql`update courses set honesty = ${honesty} where id = ${course.id}`)

  const [first, second] = await listLessons(api.deps.db, course.versionId)
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course)
  return {
    learner,
    content,
    courseId: course.id,
    lessonId: first?.id ?? '',
    textId: second?.id ?? '',
  }
}

/** Reports progress over REST. */
export function watchAt(api: Api, { token }: GivenUser, body: object): Promise<Answer> {
  return api.request('POST /api/v1/progress', { token, body })
}
