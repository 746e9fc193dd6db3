import type { Api } from './api.ts'
import type { GivenCourse, GivenUser } from './given.ts'

export interface Learnt {
  learner: GivenUser
  course: GivenCourse
}

/** Reports every required lesson of the course as completed. */
export async function completeCourse(api: Api, { learner, course }: Learnt): Promise<void> {
  for (const lesson of course.lessons.filter(({ required }) => required)) {
    await api.as(learner).progress.update.mutate({ lessonId: lesson.id, completed: true })
  }
}

/** A learner who has completed a course. */
export async function givenGraduate(
  api: Api,
  {
    learner,
    course,
  }: {
    learner?: Parameters<Api['given']['learner']>[0]
    course?: Parameters<Api['given']['course']>[0]
  } = {},
): Promise<Learnt> {
  const graduate = {
    learner: await api.given.learner(learner),
    course: await api.given.course(course),
  }
  await api.given.enrollment(graduate.learner, graduate.course)
  await completeCourse(api, graduate)
  return graduate
}

/** A learner who has completed a course, and its certificate. */
export async function givenCertificate(api: Api, given: Parameters<typeof givenGraduate>[1] = {}) {
  const { learner, course } = await givenGraduate(api, given)
  const certificate = await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  return { learner, course, certificate, code: certificate.verificationCode }
}

/** A lesson of the course by the number of its place, from 0. */
export function lessonOf({ lessons }: GivenCourse, index: number): GivenCourse['lessons'][number] {
  const lesson = lessons[index]
  if (lesson === undefined) throw new Error(`The course has no lesson ${index}.`)
  return lesson
}
