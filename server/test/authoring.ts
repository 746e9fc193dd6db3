import { createCourse, type NewCourse } from '../features/authoring/courses/create-course.ts'
import type { CourseRole } from '../security/course-roles.ts'
import type { Api } from './api.ts'
import type { GivenUser } from './given.ts'

/** The terms of a course that nobody has written yet. */
export function newCourse(terms: Partial<NewCourse> = {}): NewCourse {
  return {
    slug: `course-${crypto.randomUUID()}`,
    title: 'A course about something',
    summary: 'What there is to know about something.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
    ...terms,
  }
}

export interface Team extends Record<Exclude<CourseRole, 'grader' | 'teacher'>, GivenUser> {
  courseId: string
  slug: string
}

/** A course that was never published, and those who work on it. */
export async function givenTeam(api: Api, terms: Partial<NewCourse> = {}): Promise<Team> {
  const [owner, author, reviewer] = await Promise.all([
    api.given.learner({ name: 'Olive Owner' }),
    api.given.learner({ name: 'Arthur Author' }),
    api.given.learner({ name: 'Rita Reviewer' }),
  ])
  const content = newCourse({ ownerEmail: owner.email, ...terms })
  const { id: courseId } = await createCourse(api.deps, content)
  for (const [role, { email }] of [
    ['author', author],
    ['reviewer', reviewer],
  ] as const)
    await api.as(owner).members.add.mutate({ courseId, email, role })
  return { courseId, slug: content.slug, owner, author, reviewer }
}
