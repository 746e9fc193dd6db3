import {
  infiniteQueryOptions,
  type ListPage as PageOf,
  type QueryOperation,
} from '@lyceum/sdk/query'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { Loaded } from './loaded.tsx'

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

/** Reads a list of the API: `data` holds the items of all pages read so far. */
export function useList<Input, Item>(
  list: ListOperation<Input, Item>,
  input: NoInfer<Input>,
  { all = 0, refetchInterval = false, ...rest }: ListOptions<NoInfer<Item>> = {},
) {
  // The options know the input of one operation; this handles any.
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

const ids = [
  ...['id', 'verificationCode', 'eventId', 'lessonKey', 'userId', 'courseId'],
  ...['code', 'path', 'key', 'row', 'number'],
]

/** Returns an item's identity: the first of these fields that it has. */
export function idOf(item: unknown): string {
  const named = item as Record<string, unknown>
  return String(ids.map((name) => named[name]).find((id) => id !== undefined))
}

interface ListProps<Item> {
  /** The result of `useList` or `useInfiniteQuery`. */
  query: UseInfiniteQueryResult<Item[]>
  empty?: ReactNode
  /** Shown until the first page is there. */
  loading?: ReactNode
  children?: (items: Item[]) => ReactNode
  /** Renders each item of a plain list, in place of `children`. */
  each?: (item: Item) => ReactNode
  className?: string
}

/** Shows a list in all its states, with a button for the next page. */
export function List<Item>(props: ListProps<Item>) {
  const { query, empty, loading, children, each, className } = props
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  // A filtered page may be empty although the next one is not.
  const isEmpty = (items: Item[]) => items.length === 0 && !hasNextPage
  return (
    <Loaded query={query} empty={empty} loading={loading} isEmpty={isEmpty}>
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

/** Lists the items of an operation. */
export function ReadList<Input, Item>({ of, input, ...list }: ReadListProps<Input, Item>) {
  return <List query={useList(of, input)} {...list} />
}
