import {
  infiniteQueryOptions,
  type ListPage as PageOf,
  type QueryOperation,
} from '@lyceum/sdk/query'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { Loaded, useRead } from './loaded.tsx'

export interface ListOperation<Input, Item> {
  query(input: Input, options?: { signal?: AbortSignal }): Promise<PageOf<Item>>
}

export interface ListOptions<Item> {
  /** Reads page after page, up to this many items. */
  all?: number
  refetchInterval?: number | false | ((items: Item[]) => number | false)
  staleTime?: number
  enabled?: boolean
}

/** A list of the API: `data` is all items of the pages that were read so far. */
export function useList<Input, Item>(
  list: ListOperation<Input, Item>,
  input: NoInfer<Input>,
  { all = 0, refetchInterval = false, ...rest }: ListOptions<NoInfer<Item>> = {},
) {
  // The options know the input of one operation; this is any.
  const operation = list as QueryOperation<[input?: object], PageOf<Item>>
  const query = useInfiniteQuery({
    ...infiniteQueryOptions(operation, input as object),
    ...rest,
    refetchInterval: ({ state: { data } }) =>
      typeof refetchInterval === 'function'
        ? refetchInterval(data?.pages.flatMap(({ items }) => items) ?? [])
        : refetchInterval,
  })
  const { data = [], hasNextPage, isFetching, isError, fetchNextPage } = query
  const isToGoOn = data.length < all && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isToGoOn) void fetchNextPage()
  }, [isToGoOn, fetchNextPage])
  return query
}

/** Titles of the lessons of a course as it is published, by their keys. */
export function useLessonTitles(courseId: string, type?: string): Record<string, string> {
  const { data } = useRead(lyceum.courses.get, { idOrSlug: courseId })
  const lessons = data?.sections.flatMap((section) => section.lessons) ?? []
  const meant = lessons.filter((lesson) => type === undefined || lesson.type === type)
  return Object.fromEntries(meant.map(({ key, title }) => [key, title]))
}

const ids = [
  ...['id', 'verificationCode', 'eventId', 'lessonKey', 'userId', 'courseId'],
  ...['code', 'path', 'key', 'row', 'number'],
]

/** What tells items of the API apart: the first of these names that they have. */
export function idOf(item: unknown): string {
  const named = item as Record<string, unknown>
  return String(ids.map((name) => named[name]).find((id) => id !== undefined))
}

interface ListProps<Item> {
  /** Of `useList`, or of `useInfiniteQuery`. */
  query: UseInfiniteQueryResult<Item[]>
  empty?: ReactNode
  children?: (items: Item[]) => ReactNode
  /** In place of `children`: what each item becomes, in a list that looks so. */
  each?: (item: Item) => ReactNode
  className?: string
}

/** A list that goes on with a button, and all states of it. */
export function List<Item>({ query, empty, children, each, className }: ListProps<Item>) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // A page of a list that is searched may be empty, and the next one not.
  const isEmpty = (items: Item[]) => items.length === 0 && !hasNextPage
  return (
    <Loaded query={query} empty={empty} isEmpty={isEmpty}>
      {(items) => (
        <>
          {children?.(items)}
          {each && (
            <ul className={className}>
              {items.map((item) => (
                <li key={idOf(item)}>{each(item)}</li>
              ))}
            </ul>
          )}
          {hasNextPage && (
            <p className="mt-6 text-center">
              <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

interface ReadListProps<Input, Item> extends Omit<ListProps<Item>, 'query'> {
  of: ListOperation<Input, Item>
  input: NoInfer<Input>
}

/** The items of an operation that lists. */
export function ReadList<Input, Item>({ of, input, ...list }: ReadListProps<Input, Item>) {
  return <List query={useList(of, input)} {...list} />
}

/** What is published, to choose from: programs, which are courses too, and the courses. */
export function useCourses(enabled = true) {
  const input = { sort: 'title', limit: 100 } as const
  const options = { enabled, all: 5_000, staleTime: 300_000 }
  const { data: programs = [] } = useList(lyceum.programs.list, input, options)
  const { data: courses = [] } = useList(lyceum.courses.list, input, options)
  return enabled ? [...programs, ...courses] : []
}
