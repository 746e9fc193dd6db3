import type { FoundThing } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxSection,
  SearchField,
} from 'react-aria-components'
import { deskPages } from '../desk/pages.ts'
import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/session.ts'
import { tabsOf } from '../studio/courses/tabs.ts'
import { t } from '../texts/texts.ts'
import { inputClass } from '../ui/bits.tsx'
import { Dialog } from '../ui/forms/dialog.tsx'
import { type Option, OptionItem } from '../ui/picks/option.tsx'
import { detailOf, useLate, wordsIn } from '../ui/picks/sources.ts'

/** Finds people, what they have, courses and pages; opens the one that is chosen. */
export function SearchDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const text = useLate(typed)
  const navigate = useNavigate()
  const found = useHits(wordsIn(text))
  // Shows nothing that was found for another text: Enter opens the first.
  const { groups, isFetching } = text === typed ? found : { groups: [], isFetching: true }
  return (
    <Dialog title={t('search.title')} onClose={close}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={t('search.open')} autoFocus>
          <Input className={inputClass} placeholder={t('search.open')} dir="auto" />
        </SearchField>
        <ListBox
          items={groups}
          aria-label={t('search.hits')}
          className="mt-3 h-[60dvh] overflow-y-auto outline-none"
          renderEmptyState={() => (
            <p className="py-6 text-center text-muted">
              {t(isFetching ? 'loading' : 'pick.nothing')}
            </p>
          )}
          onAction={(to) => {
            close()
            void navigate({ href: String(to) })
          }}
        >
          {({ title, hits }) => (
            <ListBoxSection id={title} className="mb-2">
              <Header className="px-3 py-1 text-sm font-medium text-muted">{title}</Header>
              <Collection items={hits.map((hit) => ({ ...hit, id: hit.value }))}>
                {(hit) => <OptionItem {...hit} />}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
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

/** Returns what has these words, kind by kind; the value of each is its address. */
function useHits(q: string) {
  const may = useMay()
  const pages = usePages().filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  const { data, isFetching } = useQuery({
    ...queryOptions(lyceum.search.everything, { q }),
    enabled: q !== '',
  })
  const found = q === '' ? [] : (data?.items ?? [])
  const things = Object.entries(titles).map(([kind, title]) => ({
    title: t(title),
    hits: found
      .filter((thing) => thing.kind === kind)
      .map((thing) => ({
        value: addressOf(thing, may('reports:read')),
        name: thing.name || t('transactions.erased'),
        detail: detailOf(thing),
      })),
  }))
  const groups = [{ title: t('search.pages'), hits: pages }, ...things]
  return { groups: groups.filter(({ hits }) => hits.length > 0), isFetching }
}

/** Returns the pages that the reader may open, those of the open course first. */
function usePages(): Option[] {
  const may = useMay()
  const { course: courseId = '' } = useParams({ strict: false })
  const { data: course } = useQuery({
    ...queryOptions(lyceum.authoring.get, { courseId }),
    enabled: false,
  })
  const tabs = course === undefined ? [] : tabsOf(course)
  return [
    ...tabs.map(([path, text]) => ({
      value: `/studio/${courseId}${path}`,
      name: t(`studio.${text}`),
      detail: course?.title ?? '',
    })),
    { value: '/studio', name: t('studio.courses') },
    ...deskPages
      .flat()
      .filter(([, , needs]) => may(needs))
      .map(([value, name]) => ({ value, name: t(name) })),
  ]
}

function addressOf({ kind, id, name, key, courseId }: FoundThing, mayReport: boolean): string {
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
      return mayReport ? `/desk/reports/${id}` : `/course/${key}`
    case 'cohort':
      return courseId ? `${inStudio}/learners?cohort=${id}` : `/desk/cohorts/${id}`
  }
}
