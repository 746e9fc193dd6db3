import { infiniteQueryOptions, type ListPage, type QueryOperation } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lyceum } from '../../lyceum.ts'

/** An operation that lists, with what it takes. */
export interface ListOperation<Input, Item> {
  query(input: Input, options?: { signal?: AbortSignal }): Promise<ListPage<Item>>
}

interface ListOptions {
  /** Reads page after page, up to this many items. */
  all?: number
  refetchInterval?: number | false
  staleTime?: number
}

/** A list of the API, all pages that were read so far. */
export function useList<Input, Item>(
  list: ListOperation<Input, Item>,
  input: NoInfer<Input>,
  { all = 0, ...rest }: ListOptions = {},
) {
  // The options know the input of one operation; this is any.
  const operation = list as QueryOperation<[input?: object], ListPage<Item>>
  const query = useInfiniteQuery({ ...infiniteQueryOptions(operation, input as object), ...rest })
  const { data = [], hasNextPage, isFetching, isError, fetchNextPage } = query
  const isToGoOn = data.length < all && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isToGoOn) void fetchNextPage()
  }, [isToGoOn, fetchNextPage])
  return query
}

/** The published courses, to choose from. */
export function useCourses() {
  const input = { sort: 'title', limit: 100 } as const
  return useList(lyceum.courses.list, input, { all: 5_000, staleTime: 300_000 }).data ?? []
}
