import type { FoundThing } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
} from 'react-aria-components'
import { deskPages } from '../desk/pages.ts'
import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/session.ts'
import { t } from '../texts/texts.ts'
import { inputClass } from '../ui/bits.tsx'
import { Dialog } from '../ui/forms/dialog.tsx'
import { detailOf, useLate } from '../ui/picks/sources.ts'

interface Hit {
  /** Its address. */
  id: string
  name: string
  detail: string
}

/** Finds people, what they have, courses and pages; opens the one that is chosen. */
export function SearchDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const text = useLate(typed)
  const navigate = useNavigate()
  const hits = useHits(text.trim())
  // Shows nothing that was found for another text: Enter opens the first.
  const { groups, isPending } = text === typed ? hits : { groups: [], isPending: true }
  return (
    <Dialog title={t('search.title')} onClose={close}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={t('search.open')} autoFocus>
          <Input className={inputClass} placeholder={t('search.open')} dir="auto" />
        </SearchField>
        <Menu
          items={groups}
          aria-label={t('search.hits')}
          className="mt-3 h-[60dvh] overflow-y-auto outline-none"
          renderEmptyState={() => (
            <p className="py-6 text-center text-muted">
              {t(isPending ? 'loading' : 'pick.nothing')}
            </p>
          )}
          onAction={(to) => {
            close()
            void navigate({ href: String(to) })
          }}
        >
          {({ id, title, hits }) => (
            <MenuSection id={id} className="mb-2">
              <Header className="px-3 py-1 text-sm font-medium text-muted">{title}</Header>
              <Collection items={hits}>{(hit) => <HitItem {...hit} />}</Collection>
            </MenuSection>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  )
}

function HitItem({ id, name, detail }: Hit) {
  return (
    <MenuItem
      id={id}
      textValue={name}
      className="cursor-pointer rounded-md px-3 py-1.5 data-[focused]:bg-tint"
    >
      <bdi className="block">{name}</bdi>
      {detail && <bdi className="block truncate text-sm text-muted">{detail}</bdi>}
    </MenuItem>
  )
}

interface Group {
  id: string
  title: string
  hits: Hit[]
}

/** The names of the kinds, in the order in which they are shown. */
const titles = {
  account: 'users',
  course: 'studio.courses',
  cohort: 'cohorts',
  invitation: 'invitations',
  purchase: 'transactions',
  certificate: 'field.certificates',
} as const

function useHits(text: string): { groups: Group[]; isPending: boolean } {
  const may = useMay()
  const q = text.split(/\s+/).slice(0, 5).join(' ')
  const { data, isFetching } = useQuery({
    ...queryOptions(lyceum.search.everything, { q }),
    enabled: q !== '',
  })
  const found = q === '' ? [] : (data?.items ?? [])
  const things = Object.entries(titles).map(([kind, title]) => ({
    id: kind,
    title: t(title),
    hits: found
      .filter((thing) => thing.kind === kind)
      .map((thing) => ({ id: hrefOf(thing, may), name: nameOf(thing), detail: detailOf(thing) })),
  }))
  const pages = [...deskPages.flat(), ['/studio', 'studio.courses', undefined] as const]
    .filter(([, , needs]) => may(needs))
    .map(([to, name]) => ({ id: to, name: t(name), detail: '' }))
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  return {
    groups: [{ id: 'page', title: t('search.pages'), hits: pages }, ...things].filter(
      ({ hits }) => hits.length > 0,
    ),
    isPending: isFetching,
  }
}

const nameOf = ({ name }: FoundThing) => name || t('transactions.erased')

function hrefOf({ kind, id, name, key, courseId }: FoundThing, may: ReturnType<typeof useMay>) {
  const inStudio = `/studio/${courseId}`
  switch (kind) {
    case 'account':
      return courseId ? `${inStudio}/learners/${id}` : `/desk/users/${id}`
    case 'invitation':
      return `/desk/invitations?email=${encodeURIComponent(name)}`
    case 'purchase':
      return `/desk/transactions/${id}`
    case 'certificate':
      return `/desk/certificates?code=${key}`
    case 'course':
      if (courseId) return inStudio
      return may('reports:read') ? `/desk/reports/${id}` : `/course/${key}`
    case 'cohort':
      return courseId ? `${inStudio}/learners?cohort=${id}` : `/desk/cohorts/${id}`
  }
}
