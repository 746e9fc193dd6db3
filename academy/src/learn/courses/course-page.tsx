import type { Course } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { servedPage } from '../../base/served.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Loaded } from '../../ui/data/loaded.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Page, Panel, Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CourseAbout, Teachers } from './course-about.tsx'
import { CourseAction } from './course-action.tsx'
import { Cover } from './course-card.tsx'
import { CourseFacts } from './course-facts.tsx'
import { Door } from './door.tsx'
import { Outline } from './outline.tsx'
import { courseQuery } from './queries.ts'
import { usePlayer } from './use-player.ts'

const KeepCourse = lazy(() =>
  import('./keep-course-button.tsx').then(({ KeepCourse }) => ({ default: KeepCourse })),
)
const Announcements = lazy(async () => {
  const { CourseAnnouncements } = await import('./announcements.tsx')
  return { default: CourseAnnouncements }
})
const Film = lazy(() => import('../front/film.tsx').then(({ Film }) => ({ default: Film })))
const ProgramCourses = lazy(() =>
  import('./program-courses.tsx').then(({ ProgramCourses }) => ({ default: ProgramCourses })),
)
const route = getRouteApi('/learn/course/$course')

const columns = 'grid items-start gap-8 lg:grid-cols-[1fr_21rem]'

/** Shows a course or program: what it is, what is in it, and how to get it or continue. */
export function CoursePage() {
  return (
    <Door operation="courses.get">
      <CourseView />
    </Door>
  )
}

function CourseView() {
  const { course: idOrSlug } = route.useParams()
  const query = useQuery(courseQuery(idOrSlug))
  const before = servedPage()
  const { language = '' } = query.data ?? {}
  const { title, summary } = query.data ?? {
    title: before.title ?? t('field.type.course'),
    summary: before.lead,
  }
  return (
    <Page
      title={title}
      lang={language}
      lead={summary && <span {...inLanguageOf(language)}>{summary}</span>}
    >
      <Loaded query={query} loading={<Waiting />}>
        {(course) => (
          <div className={columns}>
            <aside aria-label={t('course.about')} className="flex flex-col gap-5 lg:order-last">
              {course.film === null ? (
                <div className="overflow-hidden rounded-xl">
                  <Cover title={title} cover={course.cover} />
                </div>
              ) : (
                <Suspense fallback={<Skeleton className="aspect-video" />}>
                  <Film url={course.film} poster={course.cover} title={title} />
                </Suspense>
              )}
              <Panel className="flex flex-col gap-4">
                <CourseAction course={course} />
                {course.enrollment && course.kind !== 'program' && (
                  <Suspense>
                    <KeepCourse course={course} />
                  </Suspense>
                )}
              </Panel>
              <CourseFacts course={course} />
            </aside>
            <Contents course={course} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Waiting() {
  return (
    <div className={columns}>
      <div className="lg:order-last">
        <Skeleton className="aspect-video" />
      </div>
      <div className="flex flex-col gap-4">
        <Skeleton count={4} className="h-24" />
      </div>
    </div>
  )
}

function Contents({ course }: { course: Course }) {
  const { kind, order, choose } = course
  const player = usePlayer(course)
  return (
    <div>
      {player.isEnrolled && (
        <Suspense>
          <Announcements courseId={course.id} />
        </Suspense>
      )}
      {kind === 'program' && (
        <p className="mb-4">
          <Badge>{t('course.program')}</Badge>
        </p>
      )}
      <CourseAbout course={course} />
      <Section title={t(kind === 'program' ? 'course.courses' : 'course.outline')}>
        {order === 'sequence' && <p className="mb-3 text-muted">{t('course.inOrder')}</p>}
        {choose && <p className="mb-3 text-muted">{t('course.choose', { count: choose })}</p>}
        {kind === 'program' ? (
          <Suspense fallback={<Skeleton count={3} className="h-24" />}>
            <ProgramCourses player={player} />
          </Suspense>
        ) : (
          <Outline player={player} />
        )}
      </Section>
      <Teachers course={course} />
    </div>
  )
}
