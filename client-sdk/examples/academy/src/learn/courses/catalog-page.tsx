import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { List, useList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { CourseCard } from './course-card.tsx'
import { Door, useMayCall } from './door.tsx'
import { FilterBar } from './filter-bar.tsx'

const route = getRouteApi('/learn/')

export function CatalogPage() {
  return (
    <Door operation="courses.list">
      <Catalog />
    </Door>
  )
}

function Catalog() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useList(lyceum.courses.list, { ...search, limit: 24 })
  // A school has few programs; they come first.
  const { data: programs } = useQuery({
    ...queryOptions(lyceum.programs.list, { ...search, limit: 100 }),
    enabled: useMayCall('programs.list') === true,
  })
  const found = programs?.items ?? []
  const isFiltered = Object.keys(search).length > 0
  const empty = isFiltered ? (
    <>
      <p className="mb-4">{t('catalog.nothingFound')}</p>
      <Button onClick={() => void navigate({ search: {} })}>{t('catalog.showAll')}</Button>
    </>
  ) : (
    t('catalog.empty')
  )
  return (
    <Page title={t('nav.catalog')}>
      <FilterBar />
      <p role="status" className="sr-only">
        {query.data && t('catalog.found', { count: found.length + query.data.length })}
      </p>
      <List query={query} empty={found.length === 0 ? empty : undefined}>
        {(courses) => (
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {[...found, ...courses].map((course) => (
              <li key={course.id}>
                <CourseCard course={course} />
              </li>
            ))}
          </ul>
        )}
      </List>
    </Page>
  )
}
