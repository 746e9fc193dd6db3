import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { LoadedPage } from '../loaded-page.tsx'
import { CourseContext, type Right, type StudioCourse, useCourseQuery, useMay } from './course.ts'
import { CourseState } from './course-state.tsx'

const route = getRouteApi('/studio/$course')

/** What is around all pages of one course. */
export function CourseLayout() {
  const query = useCourseQuery(route.useParams().course)
  return (
    <LoadedPage query={query} title={t('studio.courses')}>
      {(course) => (
        <CourseContext value={course}>
          <div className="mx-auto w-full max-w-7xl flex-1 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
            <Navigation course={course} />
            <Outlet />
          </div>
        </CourseContext>
      )}
    </LoadedPage>
  )
}

const tabs = [
  { to: '/studio/$course', text: 'outline', right: 'read' },
  { to: '/studio/$course/files', text: 'files', right: 'read' },
  { to: '/studio/$course/settings', text: 'settings', right: 'own' },
  { to: '/studio/$course/publish', text: 'publish', right: 'read' },
  { to: '/studio/$course/versions', text: 'versions', right: 'read' },
  { to: '/studio/$course/history', text: 'history', right: 'read' },
  { to: '/studio/$course/members', text: 'members', right: 'read' },
  { to: '/studio/$course/learners', text: 'learners', right: 'teach' },
  { to: '/studio/$course/announcements', text: 'announcements', right: 'teach' },
  { to: '/studio/$course/grading', text: 'grading', right: 'grade' },
  { to: '/studio/$course/gradebook', text: 'gradebook', right: 'grade' },
  { to: '/studio/$course/questions', text: 'questions', right: 'read' },
] as const satisfies { to: string; text: string; right: Right }[]

function Navigation({ course }: { course: StudioCourse }) {
  const may = useMay(course)
  return (
    <nav aria-label={t('studio.navigation')} className="border-line px-4 pt-4 lg:border-e lg:py-8">
      <p className="px-3 font-semibold">
        <bdi lang={course.language}>{course.title}</bdi>
      </p>
      <p className="flex gap-2 px-3 pt-1">
        <CourseState course={course} />
      </p>
      <ul className="mt-3 flex gap-1 overflow-x-auto lg:flex-col">
        {tabs
          .filter(({ right }) => may(right))
          .map(({ to, text }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ course: course.id }}
                activeOptions={{ exact: text === 'outline' }}
                className="flex min-h-10 items-center rounded-lg px-3 whitespace-nowrap text-muted hover:bg-panel hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:font-medium aria-[current=page]:text-brand"
              >
                {t(`studio.${text}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
