import type { Inputs } from '@lyceum/sdk'
import { catalogueFee, courseLevel } from '@lyceum/sdk/values'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { NextStep } from '../../ui/button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { Opening } from '../../ui/data/loaded.tsx'
import { useFilters } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CourseGrid, gridClass } from './course-card.tsx'
import { useMayCall } from './door.tsx'
import { useSubjects } from './subjects.ts'

const FrontPage = lazy(() =>
  import('../front/front-page.tsx').then(({ FrontPage }) => ({ default: FrontPage })),
)

const filterNames = ['q', 'level', 'price', 'sort', 'category', 'tag', 'language']

/** The catalogue; visitors see what the school says of itself above it, unless they search. */
export function CatalogPage() {
  const isSignedIn = useIsSignedIn()
  const mayList = useMayCall('courses.list')
  const mayOpen = useMayCall('courses.get') === true
  const search: Record<string, string> = useSearch({ strict: false })
  const isSearch = filterNames.some((name) => name in search)
  if (mayList === undefined) return <Opening />
  if (isSignedIn || (mayList && isSearch))
    return (
      <Page title={t('nav.catalog')}>
        <Catalog />
      </Page>
    )
  return (
    <Suspense fallback={<Opening />}>
      <FrontPage isOpen={mayOpen}>{mayList ? <Catalog level={3} /> : undefined}</FrontPage>
    </Suspense>
  )
}

type Listed = NonNullable<Inputs['courses']['list']>

function Catalog({ level }: { level?: 3 }) {
  const { q, category, tag, language }: Record<string, string> = useSearch({ strict: false })
  const { subjects, nameOf } = useSubjects()
  const named = subjects.map(({ slug, courses }) => [slug, `${nameOf(slug)} (${courses})`])
  const { input, bar } = useFilters<Omit<Listed, 'kind'>>(
    {
      q: 'text',
      ...((category || named.length > 0) && {
        category: {
          ...(category && { [category]: nameOf(category) }),
          ...Object.fromEntries(named),
        },
      }),
      level: courseLevel,
      price: catalogueFee,
      sort: ['newest', 'title', 'price', 'popular'],
      // Links choose them; here they can be left out again.
      ...(tag && { tag: [tag] }),
      ...(language && { language: [language] }),
    },
    // A search puts the best match first, unless another order is chosen.
    q ? {} : { sort: 'newest' },
  )
  const query = useList(lyceum.courses.list, { ...input, kind: 'all', limit: 24 })
  const { sort: _, ...filters } = input
  const empty =
    Object.keys(filters).length === 0 ? (
      t('catalog.empty')
    ) : (
      <NextStep text={t('catalog.nothingFound')} to="/" label={t('catalog.showAll')} />
    )
  return (
    <>
      {bar}
      <p role="status" className="sr-only">
        {query.data && t('catalog.found', { count: query.data.length })}
      </p>
      <List
        query={query}
        empty={empty}
        loading={
          <div className={gridClass}>
            <Skeleton count={6} className="h-96" />
          </div>
        }
      >
        {(courses) => <CourseGrid courses={courses} level={level} />}
      </List>
    </>
  )
}
