import { redirect } from '@tanstack/react-router'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { readerId } from '../../session/session.ts'
import { toLesson } from '../courses/links.ts'
import { courseQuery, lessonQuery } from '../courses/queries.ts'

/** A `beforeLoad` that redirects lesson keys, as links in texts use them, to the one address. */
export async function leadToLesson({ params }: { params: { course: string; lesson: string } }) {
  const { course, lesson: name } = params
  const [{ slug, sections }, found] = await Promise.all([
    queryClient.ensureQueryData(courseQuery(course)),
    find(course, name),
  ])
  // Offline, the outline resolves the key; online, the server knows former keys as well.
  const known = sections.flatMap(({ lessons }) => lessons).find(({ key }) => key === name)
  const id = found.id ?? known?.id
  if (id === undefined) throw found.error
  if (slug !== course || id !== name)
    throw redirect({ ...toLesson(slug, id), hash: true, replace: true })
}

async function find(course: string, name: string): Promise<{ id?: string; error?: unknown }> {
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(name)) return { id: name }
  try {
    const { getByKey, preview } = lyceum.lessons
    const isVisitor = readerId() === undefined
    const lesson = await (isVisitor ? preview : getByKey).query({ idOrSlug: course, key: name })
    queryClient.setQueryData(lessonQuery(lesson.id).queryKey, lesson)
    return lesson
  } catch (error) {
    return { error }
  }
}
