import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { queryClient } from '../../app/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { Loaded, Loading } from '../../ui/loaded.tsx'
import { LessonFrame } from './lesson-frame.tsx'
import { type Course, courseQuery, lessonQuery } from './queries.ts'

const route = getRouteApi('/learn/own/course/$course/lesson/$lesson')
const isId = (name: string) => /^[\da-f]{8}-[\da-f-]{27}$/.test(name)

/** One lesson of a course, by its id; links in texts know its key instead, which leads there. */
export function LessonPage() {
  const { course: slug, lesson: name } = route.useParams()
  const course = useQuery(courseQuery(slug))
  const byKey = useQuery({ ...keyQuery(slug, name), enabled: !isId(name) })
  const lessons = course.data?.sections.flatMap((section) => section.lessons)
  // Without a network its key is found in the outline, otherwise also one that it had before.
  const known = byKey.isError ? lessons?.find(({ key }) => key === name)?.id : byKey.data?.id
  const lessonId = isId(name) ? name : known
  if (course.data !== undefined && lessonId !== undefined) {
    if (lessonId !== name || course.data.slug !== slug)
      return <ToId course={course.data} lessonId={lessonId} />
    return <LessonFrame course={course.data} lessonId={lessonId} />
  }
  return (
    <main id="content" className="px-4">
      {course.data === undefined ? (
        <Loaded query={course}>{() => <Loading />}</Loaded>
      ) : (
        <Loaded query={byKey}>{() => <Loading />}</Loaded>
      )}
    </main>
  )
}

const keyQuery = (slug: string, key: string) => ({
  ...queryOptions(lyceum.lessons.getByKey, { idOrSlug: slug, key }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const lesson = await lyceum.lessons.getByKey.query({ idOrSlug: slug, key }, { signal })
    queryClient.setQueryData(lessonQuery(lesson.id).queryKey, lesson)
    return lesson
  },
  networkMode: 'always' as const,
})

/** The one address of a lesson. */
function ToId({ course: { slug }, lessonId }: { course: Course; lessonId: string }) {
  const params = { course: slug, lesson: lessonId }
  return <Navigate to="/course/$course/lesson/$lesson" params={params} hash={true} replace />
}
