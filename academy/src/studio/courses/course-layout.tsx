import type { AuthoredCourse } from '@lyceum/sdk'
import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lyceum } from '../../lyceum.ts'
import { LanguageOfTexts } from '../../markdown/language-of-texts.ts'
import { t } from '../../texts/texts.ts'
import { Loaded, useRead } from '../../ui/data/loaded.tsx'
import { Status } from '../../ui/data/parts.tsx'
import { Page } from '../../ui/page.tsx'
import { CourseContext, useCourse } from './course.ts'
import { tabsOf } from './tabs.ts'

const route = getRouteApi('/studio/$course')

export function CourseLayout() {
  const query = useRead(lyceum.authoring.get, { courseId: route.useParams().course })
  const { data: course } = query
  if (course === undefined)
    return (
      <Page title={t('studio.courses')}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    )
  return (
    <CourseContext value={course}>
      <LanguageOfTexts value={course.language}>
        <div className="mx-auto w-full max-w-7xl flex-1 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
          <Navigation />
          <Outlet />
        </div>
      </LanguageOfTexts>
    </CourseContext>
  )
}

function Navigation() {
  const course = useCourse()
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On phones the list is wider than the screen.
  useEffect(() => {
    const current = pathname && list.current?.querySelector('[aria-current=page]')
    if (current) current.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav aria-label={t('studio.navigation')} className="border-line px-4 pt-4 lg:border-e lg:py-8">
      <p className="px-3 font-semibold">
        <bdi lang={course.language}>{course.title}</bdi>
      </p>
      <p className="flex flex-wrap gap-2 px-3 pt-1">
        <CourseState {...course} />
      </p>
      <ul ref={list} className="mt-3 flex gap-1 overflow-x-auto lg:flex-col">
        {tabsOf(course).map(([path, text]) => (
          <li key={path}>
            <Link
              to={`/studio/$course${path}`}
              params={{ course: course.id }}
              activeOptions={{ exact: path === '', includeSearch: false }}
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

/** Whether the course is in the catalogue, and whether there is something to publish. */
export function CourseState({ status, hasDraft }: Pick<AuthoredCourse, 'status' | 'hasDraft'>) {
  return (
    <>
      <Status of={status} />
      {hasDraft && status !== 'draft' && <Status of="hasDraft" />}
    </>
  )
}
