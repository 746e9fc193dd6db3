import type { Api } from '../../../test/api.ts'
import { givenTeam, type Team } from '../../../test/authoring.ts'
import { courseContent, type GivenCourseOptions, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../import/publish-course.ts'
import type { Draft } from './schema.ts'

export interface WrittenCourse extends Team {
  /** Keys of the first version. */
  keys: string[]
}

/** Creates a published course without a draft, written over HTTP, and its team. */
export async function givenWritten(
  api: Api,
  options: GivenCourseOptions = {},
): Promise<WrittenCourse> {
  const team = await givenTeam(api)
  const content = courseContent({ ...options, slug: team.slug })
  await publishCourse(api.deps, content, { takeOver: true })
  await api.database.db.execute(
    `update courses set managed_by = 'http' where id = '${team.courseId}'`,
  )
  return { ...team, keys: content.sections.flatMap(({ lessons }) => lessons.map(({ key }) => key)) }
}

export function pathOf({ courseId }: { courseId: string }, rest = ''): string {
  return `/api/v1/authoring/courses/${courseId}/draft${rest}`
}

/** Returns a client of REST that writes drafts, with the revision as If-Match. */
export function writerOf(api: Api, user: GivenUser, course: { courseId: string }) {
  const send = (method: string, rest: string, revision: number, body?: object) =>
    api.request(`${method} ${pathOf(course, rest)}`, {
      token: user.token,
      headers: { 'if-match': `"r${revision}"` },
      ...(body !== undefined && { body }),
    })
  return {
    put: (revision: number, sections: object[]) => send('PUT', '', revision, { sections }),
    post: (revision: number, lesson: object) => send('POST', '/lessons', revision, lesson),
    patch: (key: string, revision: number, changes: object) =>
      send('PATCH', `/lessons/${encodeURIComponent(key)}`, revision, changes),
    delete: (key: string, revision: number) =>
      send('DELETE', `/lessons/${encodeURIComponent(key)}`, revision),
    discard: (revision: number) => send('POST', '/discard', revision),
    get: async (): Promise<Draft> =>
      (await api.request(`GET ${pathOf(course)}`, { token: user.token })).body,
    lesson: async (key: string) =>
      (
        await api.request(`GET ${pathOf(course, `/lessons/${encodeURIComponent(key)}`)}`, {
          token: user.token,
        })
      ).body,
  }
}

/** Returns keys in the order of the draft, section by section. */
export function orderOf({ sections }: Draft): string[][] {
  return sections.map(({ lessons }) => lessons.map(({ key }) => key))
}

/** Returns the name of the error and the fields at fault. */
export function refusalOf({ status, body }: { status: number; body: { error?: string } }) {
  const { issues = [] } = body as { issues?: { path: string }[] }
  return [status, body.error, ...issues.map(({ path }) => path)]
}
