import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/link.tsx'
import { List, useList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { LearningCard } from './learning-card.tsx'
import { statuses } from './learning-filters.ts'

const route = getRouteApi('/learn/own/learning')

export function LearningPage() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={t('nav.learning')} actions={<CalendarButton />}>
      <SearchForm
        label={t('search.label')}
        q={q}
        onSearch={(words) => void navigate({ search: words === '' ? {} : { q: words } })}
        className="max-w-xl"
      />
      {q === undefined ? <Courses /> : <FoundLessons q={q} />}
    </Page>
  )
}

function Courses() {
  const { status = 'active' } = route.useSearch()
  const query = useInfiniteQuery(kept(infiniteQueryOptions(lyceum.me.courses, { status })))
  return (
    <>
      <nav aria-label={t('learning.filter')} className="mb-6 flex flex-wrap gap-2">
        {statuses.map((one) => (
          <Link
            key={one}
            to="/learning"
            search={one === 'active' ? {} : { status: one }}
            activeOptions={{ exact: true }}
            className="inline-flex min-h-10 items-center rounded-full border border-field px-4 aria-[current=page]:border-brand aria-[current=page]:bg-tint aria-[current=page]:text-brand"
          >
            {t(`learning.${one}`)}
          </Link>
        ))}
      </nav>
      <List
        query={query}
        empty={
          <>
            <p className="mb-4">{t(`learning.none.${status}`)}</p>
            {status === 'active' && <ButtonLink to="/">{t('learning.find')}</ButtonLink>}
          </>
        }
      >
        {(courses) => (
          <ul className="grid gap-5 md:grid-cols-2">
            {courses.map((course) => (
              <li key={course.courseId}>
                <LearningCard course={course} />
              </li>
            ))}
          </ul>
        )}
      </List>
    </>
  )
}

function FoundLessons({ q }: { q: string }) {
  const query = useList(lyceum.search.lessons, { q })
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-4" role="status">
        {query.data && t('search.found', { count: query.data.length, q })}
        <TextLink to="/learning">{t('search.back')}</TextLink>
      </p>
      <List query={query} empty={t('search.nothing')}>
        {(lessons) => (
          <ul className="flex max-w-3xl flex-col gap-5">
            {lessons.map(({ id, title, course, snippet }) => (
              <li key={id}>
                <h2 className="text-lg font-semibold">
                  <TextLink
                    to="/course/$course/lesson/$lesson"
                    params={{ course: course.slug, lesson: id }}
                  >
                    <bdi>{title}</bdi>
                  </TextLink>
                </h2>
                <p className="text-sm text-muted">
                  <bdi>{course.title}</bdi>
                </p>
                <p dir="auto">
                  {snippet.map(({ text, isMatch }, index) => {
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in order.
                    return isMatch ? <mark key={index}>{text}</mark> : text
                  })}
                </p>
              </li>
            ))}
          </ul>
        )}
      </List>
    </>
  )
}
