import type { FoundThing } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { deskPages } from '../desk/pages.ts'
import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/session.ts'
import { tabsOf } from '../studio/courses/tabs.ts'
import { t } from '../texts/texts.ts'
import { Dialog } from '../ui/forms/dialog.tsx'
import { type Option, OptionText } from '../ui/picks/option.tsx'
import { detailOf, useLate, wordsIn } from '../ui/picks/sources.ts'
import { SearchField } from './search-field.tsx'

interface SearchProps {
  typed: string
  setTyped: (text: string) => void
  close: () => void
}

/** Finds people, what they have, courses and pages; opens the one that is chosen. */
export function SearchDialog({ typed, setTyped, close }: SearchProps) {
  const [marked, setMarked] = useState(0)
  const id = useId()
  const text = useLate(typed)
  const navigate = useNavigate()
  const found = useHits(wordsIn(text))
  // Shows nothing that was found for another text: Enter opens the first.
  const { groups, isFetching } = text === typed ? found : { groups: [], isFetching: true }
  const hits = groups.flatMap((group) => group.hits)
  const isMarked = (hit: Option) => hit === hits[marked]

  function open({ value }: Option): void {
    close()
    void navigate({ href: value })
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[marked]
    if (step !== undefined) setMarked(Math.min(Math.max(marked + step, 0), hits.length - 1))
    else if (event.key === 'Enter' && hit) open(hit)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title={t('search.title')} onClose={close}>
      <SearchField
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={hits[marked]?.value}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setMarked(0)
        }}
        onKeyDown={press}
      />
      <div
        id={id}
        role="listbox"
        aria-label={t('search.hits')}
        className="mt-3 h-[60dvh] overflow-y-auto"
      >
        {groups.map(({ title, hits }) => (
          <fieldset key={title} className="mb-2">
            <legend className="px-3 py-1 text-sm font-medium text-muted">{title}</legend>
            {hits.map((hit) => (
              <Hit key={hit.value} hit={hit} isMarked={isMarked(hit)} open={() => open(hit)} />
            ))}
          </fieldset>
        ))}
      </div>
      {hits.length === 0 && (
        <p className="py-6 text-center text-muted">{t(isFetching ? 'loading' : 'pick.nothing')}</p>
      )}
    </Dialog>
  )
}

interface HitProps {
  hit: Option
  isMarked: boolean
  open: () => void
}

function Hit({ hit, isMarked, open }: HitProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    // Keys are those of the field that has the focus.
    // biome-ignore lint/a11y: it is an option of that field.
    <div
      ref={element}
      id={hit.value}
      role="option"
      aria-selected={isMarked}
      className={`cursor-pointer rounded-md px-3 py-1.5 hover:bg-tint ${isMarked ? 'bg-tint' : ''}`}
      onClick={open}
    >
      <OptionText {...hit} />
    </div>
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
