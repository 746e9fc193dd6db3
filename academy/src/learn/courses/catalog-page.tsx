import type { Inputs } from '@lyceum/sdk'
import { catalogueFee, courseLevel } from '@lyceum/sdk/values'
import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { NextStep } from '../../ui/button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { useFilters } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { CourseGrid } from './course-card.tsx'
import { Door, useMayCall } from './door.tsx'

export function CatalogPage() {
  return (
    <Door operation="courses.list">
      <Catalog />
    </Door>
  )
}

function Catalog() {
  const { q, category, tag, language }: Record<string, string> = useSearch({ strict: false })
  const { input, bar } = useFilters<NonNullable<Inputs['courses']['list']>>(
    {
      q: 'text',
      level: courseLevel,
      price: catalogueFee,
      sort: ['newest', 'title', 'price', 'popular'],
      // Links choose them; here they can be left out again.
      ...(category && { category: [category] }),
      ...(tag && { tag: [tag] }),
      ...(language && { language: [language] }),
    },
    // A search puts the best match first, unless another order is chosen.
    q ? {} : { sort: 'newest' },
  )
  const query = useList(lyceum.courses.list, { ...input, limit: 24 })
  // Shows programs first: a school has few.
  const options = { enabled: useMayCall('programs.list') === true }
  const { data: programs } = useRead(lyceum.programs.list, { ...input, limit: 100 }, options)
  const found = programs?.items ?? []
  const { sort: _, ...filters } = input
  const empty =
    Object.keys(filters).length === 0 ? (
      t('catalog.empty')
    ) : (
      <NextStep text={t('catalog.nothingFound')} to="/" label={t('catalog.showAll')} />
    )
  return (
    <Page title={t('nav.catalog')}>
      {bar}
      <p role="status" className="sr-only">
        {query.data && t('catalog.found', { count: found.length + query.data.length })}
      </p>
      <List query={query} empty={found.length === 0 ? empty : undefined}>
        {(courses) => <CourseGrid courses={[...found, ...courses]} />}
      </List>
    </Page>
  )
}
