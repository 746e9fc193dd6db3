import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showLanguage } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { sorts } from './catalog-filters.ts'

const route = getRouteApi('/learn/')
const selectClass = 'min-h-10 rounded-lg border border-field bg-paper px-2'

export function FilterBar() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (name: string, value: string) =>
    void navigate({ search: { ...search, [name]: value === '' ? undefined : value } })

  const select = (name: 'level' | 'price' | 'sort', options: Record<string, string>) => (
    <select
      aria-label={t(`catalog.${name}`)}
      className={selectClass}
      value={search[name] ?? ''}
      onChange={({ target }) => set(name, target.value)}
    >
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )

  return (
    <SearchForm label={t('catalog.search')} q={search.q} onSearch={(words) => set('q', words)}>
      {select('level', {
        '': t('catalog.anyLevel'),
        beginner: t('field.level.beginner'),
        intermediate: t('field.level.intermediate'),
        advanced: t('field.level.advanced'),
      })}
      {select('price', {
        '': t('catalog.anyPrice'),
        free: t('free'),
        paid: t('catalog.paidOnly'),
      })}
      {select('sort', {
        // What the server does where nothing is said.
        '': t(search.q === undefined ? 'catalog.sort.newest' : 'catalog.bestFirst'),
        ...Object.fromEntries(
          sorts
            .filter((sort) => sort !== 'newest' || search.q !== undefined)
            .map((sort) => [sort, t(`catalog.sort.${sort}`)]),
        ),
      })}
      {(['category', 'tag', 'language'] as const).map((name) => {
        const value = search[name]
        if (value === undefined) return null
        return (
          <Button key={name} onClick={() => set(name, '')}>
            {t(`catalog.${name}`)}: {name === 'language' ? showLanguage(value) : value}
            <CloseIcon />
            <span className="sr-only">{t('catalog.removeFilter')}</span>
          </Button>
        )
      })}
    </SearchForm>
  )
}
