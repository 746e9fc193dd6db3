import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { Loaded, Loading } from '../../ui/loaded.tsx'
import { LessonFrame } from './lesson-frame.tsx'
import { type Course, courseQuery } from './queries.ts'

const route = getRouteApi('/learn/own/course/$course/lesson/$lesson')
const isId = (name: string) => /^[\da-f]{8}-[\da-f-]{27}$/.test(name)

/** One lesson of a course, by its id; links in texts know its key instead, which leads there. */
export function LessonPage() {
  const { course: slug, lesson: name } = route.useParams()
  const course = useQuery(courseQuery(slug))
  if (course.data === undefined)
    return (
      <main id="content" className="px-4">
        <Loaded query={course}>{() => null}</Loaded>
      </main>
    )
  if (!isId(name)) return <ToLesson course={course.data} name={name} />
  if (course.data.slug !== slug) return <ToId course={course.data} lessonId={name} />
  return <LessonFrame course={course.data} lessonId={name} />
}

/** By its key, or one that it had before. */
function ToLesson({ course, name }: { course: Course; name: string }) {
  const lessons = course.sections.flatMap((section) => section.lessons)
  const known = lessons.find(({ key }) => key === name)?.id
  const query = useQuery({
    ...queryOptions(lyceum.lessons.getByKey, { idOrSlug: course.id, key: name }),
    enabled: known === undefined,
  })
  const lesson = known ?? query.data?.id
  if (lesson !== undefined) return <ToId course={course} lessonId={lesson} />
  return (
    <main id="content" className="px-4">
      <Loaded query={query}>{() => <Loading />}</Loaded>
    </main>
  )
}

/** The one address of a lesson. */
function ToId({ course: { slug }, lessonId }: { course: Course; lessonId: string }) {
  const params = { course: slug, lesson: lessonId }
  return <Navigate to="/course/$course/lesson/$lesson" params={params} hash={true} replace />
}
