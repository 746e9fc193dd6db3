import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSchool } from '../../app/school.ts'
import { lyceum } from '../../lyceum.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { List } from '../../ui/list.tsx'
import { Loading } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { CourseCard } from './course-card.tsx'
import { FilterBar } from './filter-bar.tsx'

const route = getRouteApi('/learn/')

/** All published courses, with search and filters; or the door, where only members may look. */
export function CatalogPage() {
  const { config, name } = useSchool()
  const isSignedIn = useIsSignedIn()
  const isOpen = isSignedIn || config?.openOperations.includes('courses.list') === true
  if (isOpen) return <Catalog />
  if (config === undefined) return <Loading />
  return (
    <Page title={t('welcome.title', { school: name })} narrow>
      <p className="mb-6 text-lg text-muted">{t('welcome.text')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/sign-in" look="primary">
          {t('signIn')}
        </ButtonLink>
        <ButtonLink to="/register">{t('register')}</ButtonLink>
      </div>
    </Page>
  )
}

function Catalog() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(
    infiniteQueryOptions(lyceum.courses.list, { ...search, limit: 24 }),
  )
  const isFiltered = Object.keys(search).length > 0
  return (
    <Page title={t('catalog.title')}>
      <FilterBar />
      <List
        query={query}
        empty={
          isFiltered ? (
            <>
              <p className="mb-4">{t('catalog.nothingFound')}</p>
              <Button onClick={() => void navigate({ search: {} })}>{t('catalog.showAll')}</Button>
            </>
          ) : (
            t('catalog.empty')
          )
        }
      >
        {(courses) => (
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {courses.map((course) => (
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
