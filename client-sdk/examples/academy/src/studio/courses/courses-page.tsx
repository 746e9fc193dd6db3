import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** The courses that the reader works on. */
export function CoursesPage() {
  const query = useInfiniteQuery(infiniteQueryOptions(lyceum.authoring.list))
  return (
    <Page title={t('studio.courses')}>
      <List query={query} empty={t('studio.noCourses')}>
        {(courses) => (
          <ul>
            {courses.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        )}
      </List>
    </Page>
  )
}
