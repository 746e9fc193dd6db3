import type { FoundThing } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useList } from '../data/list.tsx'
import { showDay, showLanguage } from '../format.ts'
import { nameOf } from '../names.ts'
import type { Option } from './option.tsx'

interface Found {
  options: Option[]
  isPending: boolean
}

export interface Source {
  /** Finds what a text means; without one, what is likely. */
  useFound: (text: string, isEnabled: boolean) => Found
  /** Reads what is not to be found; undefined if it cannot be meant. */
  read?: (text: string) => string | undefined
}

const { everything } = lyceum.search

/** Returns the words that a search takes. */
export const wordsIn = (text: string) => text.trim().split(/\s+/).slice(0, 5).join(' ')

/** The number of choices that are offered at once. */
const limit = 10

interface Things {
  kind: FoundThing['kind']
  by?: 'id' | 'key' | 'name'
  /** Whether only those of the studio's course can be meant. */
  isOfCourse?: boolean
}

const things = ({ kind, by = 'id', isOfCourse = false }: Things) =>
  function useThings(text: string, isEnabled: boolean): Found {
    const inStudio = useParams({ from: '/studio/$course', shouldThrow: false })
    const courseId = isOfCourse ? inStudio?.course : undefined
    const q = wordsIn(text)
    const input = { kind, limit, ...(q && { q }), ...(courseId && { courseId }) }
    const { data, isPending } = useQuery({
      ...queryOptions(everything, input),
      enabled: isEnabled,
      placeholderData: keepPreviousData,
    })
    const found = data?.items.map((thing) => ({
      value: thing[by] ?? thing.id,
      name: thing.name,
      key: thing.key,
      detail: detailOf(thing),
    }))
    return { options: found ?? [], isPending }
  }

/** Says more about something than its name; its status, if that is unusual. */
export function detailOf({ kind, key, about, status, at }: FoundThing): string {
  const isUsual = ['verified', 'published', 'issued', 'fulfilled'].some((one) => one === status)
  const day = kind === 'purchase' && showDay(at)
  return [key, about, day, !isUsual && status && nameOf(status)].filter(Boolean).join(' · ')
}

const emailIn = (text: string) => /^\S+@\S+\.\S{2,}$/.exec(text.trim())?.[0]

/** ISO 639-1. */
const languageCodes =
  'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu ha he hi hr hu hy id ' +
  'ig is it ja ka kk km kn ko ku ky la lb lo lt lv mk ml mn mr ms mt my nb ne nl nn no om or pa pl ' +
  'ps pt ro ru rw sd si sk sl so sq sr sv sw ta te tg th ti tk tr tt uk ur uz vi xh yo zh zu'

const languages = () =>
  languageCodes.split(' ').map((value) => ({ value, name: showLanguage(value), detail: value }))

/** Finds options whose name or value has the text. */
const within = (options: Option[], text: string) =>
  options.filter(({ name, value }) =>
    `${name} ${value}`.toLowerCase().includes(text.trim().toLowerCase()),
  )

const named = (values: string[]) => values.map((value) => ({ value, name: value }))

/** Returns the categories of published courses. */
function useCategories(text: string, enabled: boolean): Found {
  const { data = [], isPending } = useList(lyceum.courses.list, { limit: 100 }, { enabled })
  const all = [...new Set(data.flatMap(({ categories }) => categories))].sort()
  return { options: within(named(all), text), isPending }
}

/** Returns the newest coupons; older ones are typed in full. */
function useCoupons(text: string, enabled: boolean): Found {
  const { data = [], isPending } = useList(lyceum.admin.coupons.list, { limit: 100 }, { enabled })
  return { options: within(named(data.map(({ code }) => code)), text), isPending }
}

export const sources = {
  person: { useFound: things({ kind: 'account' }), read: emailIn },
  personEmail: { useFound: things({ kind: 'account', by: 'key' }), read: emailIn },
  learner: { useFound: things({ kind: 'account', isOfCourse: true }) },
  invited: { useFound: things({ kind: 'invitation', by: 'name' }), read: emailIn },
  course: { useFound: things({ kind: 'course' }) },
  courseSlug: { useFound: things({ kind: 'course', by: 'key' }) },
  cohort: { useFound: things({ kind: 'cohort', isOfCourse: true }) },
  coupon: { useFound: useCoupons, read: (text) => text.trim().toUpperCase() || undefined },
  language: {
    useFound: (text) => ({ options: within(languages(), text), isPending: false }),
    read: (text) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.exec(text.trim())?.[0],
  },
  category: {
    useFound: useCategories,
    read: (text) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || undefined,
  },
} satisfies Record<string, Source>
export type SourceName = keyof typeof sources

/** Returns a text once it has not changed for a moment. */
export function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
