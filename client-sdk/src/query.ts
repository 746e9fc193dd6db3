import { LyceumError } from './errors.ts'
import { type About, aboutKey } from './operations.ts'

/** An operation of the client that reads, such as `lyceum.courses.get`. */
export interface QueryOperation<Arguments extends unknown[], Output> {
  query(...args: Arguments): Promise<Output>
}

/** An operation of the client that changes something, such as `lyceum.cart.add`. */
export interface MutationOperation<Arguments extends unknown[], Output> {
  mutate(...args: Arguments): Promise<Output>
}

/** Options for TanStack Query to read one operation. */
export interface QueryOptions<Output> {
  queryKey: readonly unknown[]
  queryFn(context: { signal: AbortSignal }): Promise<Output>
  /** The SDK has retried already. */
  retry: false
  /** Not set: tells TanStack Query the type of the errors. */
  throwOnError?: (error: LyceumError) => boolean
}

/** Options for TanStack Query to read a list page by page; `data` holds the items of all pages. */
export interface InfiniteQueryOptions<Item> {
  queryKey: readonly unknown[]
  queryFn(context: { signal: AbortSignal; pageParam: string | undefined }): Promise<ListPage<Item>>
  initialPageParam: string | undefined
  getNextPageParam(page: ListPage<Item>): string | null
  select(data: { pages: ListPage<Item>[]; pageParams: (string | undefined)[] }): Item[]
  /** The SDK has retried already. */
  retry: false
  /** Not set: tells TanStack Query the type of the errors. */
  throwOnError?: (error: LyceumError) => boolean
}

/** Options for TanStack Query to run one operation that changes something. */
export interface MutationOptions<Input, Output> {
  mutationKey: readonly unknown[]
  mutationFn(input: Input): Promise<Output>
  /** The SDK has retried already. */
  retry: false
  /** Not set: tells TanStack Query the type of the errors. */
  throwOnError?: (error: LyceumError) => boolean
}

export interface ListPage<Item> {
  items: Item[]
  nextCursor: string | null
}

/** The input of a call, which may be left out where it may be empty. */
type InputOf<Arguments extends unknown[]> = Arguments extends [input: infer Input, ...unknown[]]
  ? [input: Input]
  : Arguments extends [input?: infer Input, ...rest: unknown[]]
    ? [input?: Input]
    : never

type WithoutCursor<Arguments extends unknown[]> =
  InputOf<Arguments> extends [input: infer Input]
    ? [input: Omit<Input, 'cursor'>]
    : InputOf<Arguments> extends [input?: infer Input]
      ? [input?: Omit<Input, 'cursor'>]
      : never

/** `mutate()` of TanStack Query takes nothing where the input may be `void`. */
type Variables<Arguments extends unknown[]> =
  InputOf<Arguments> extends [input: infer Input]
    ? Input
    : // biome-ignore lint/suspicious/noConfusingVoidType: what TanStack Query asks for.
      InputOf<Arguments>[0] | void

/**
 * Options of TanStack Query for an operation that reads: for `useQuery`, `useSuspenseQuery`,
 * `ensureQueryData` and the like. Files are read the same way. The key ends with whose data it is,
 * so that nobody gets to see what was read for somebody else.
 *
 * @example
 * ```ts
 * const { data, error } = useQuery(queryOptions(lyceum.courses.get, { courseId }))
 * useQuery({ ...queryOptions(lyceum.cart.get), enabled: isOpen })
 * ```
 */
export function queryOptions<Arguments extends unknown[], Output>(
  operation: QueryOperation<Arguments, Output>,
  ...input: InputOf<Arguments>
): QueryOptions<Output> {
  const { key, read } = readerOf(operation, input)
  return { queryKey: key, queryFn: ({ signal }) => read({}, signal), retry: false }
}

/**
 * Options of TanStack Query for a list, for `useInfiniteQuery` and the like. Its `data` is the array
 * of all items so far; `fetchNextPage()` adds a page, `hasNextPage` says whether there is one.
 *
 * @example
 * ```ts
 * const { data = [], fetchNextPage } = useInfiniteQuery(
 *   infiniteQueryOptions(lyceum.courses.list, { limit: 20 }),
 * )
 * ```
 */
export function infiniteQueryOptions<Arguments extends unknown[], Item>(
  list: QueryOperation<Arguments, ListPage<Item>>,
  ...input: WithoutCursor<Arguments>
): InfiniteQueryOptions<Item> {
  const { key, read } = readerOf(list, input)
  return {
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam }, signal),
    initialPageParam: undefined,
    getNextPageParam: nextCursorOf,
    select: itemsOf,
    retry: false,
  }
}

/**
 * Options of TanStack Query for an operation that changes something, for `useMutation`. An operation
 * that takes an idempotency key gets a new one for each `mutate()`, the same for its retries.
 *
 * @example
 * ```ts
 * const addToCart = useMutation({
 *   ...mutationOptions(lyceum.cart.add),
 *   onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeyOf(lyceum.cart) }),
 * })
 * ```
 */
export function mutationOptions<Arguments extends unknown[], Output>(
  operation: MutationOperation<Arguments, Output>,
): MutationOptions<Variables<Arguments>, Output> {
  return {
    mutationKey: keyOf(operation),
    // TanStack Query passes more than the input, which the operation would take for its options.
    mutationFn: (input) => operation.mutate(...([input] as unknown as Arguments)),
    retry: false,
  }
}

/**
 * The beginning of the keys of an operation, or of all operations of an area, whatever page and
 * whoever reads: for `invalidateQueries`, `removeQueries` and filters. For one input, or the part
 * of it that matters, pass that. The whole key of a query is `queryOptions(…).queryKey`.
 *
 * @example
 * ```ts
 * queryClient.invalidateQueries({ queryKey: queryKeyOf(lyceum.progress) })
 * queryClient.invalidateQueries({ queryKey: queryKeyOf(lyceum.courses.get, { courseId }) })
 * ```
 */
export function queryKeyOf<Arguments extends unknown[]>(
  operation: QueryOperation<Arguments, unknown>,
  input?: Partial<InputOf<Arguments>[0]>,
): readonly unknown[]
export function queryKeyOf(operationOrArea: object): readonly unknown[]
export function queryKeyOf(operation: object, input?: object): readonly unknown[] {
  return input === undefined ? keyOf(operation) : [...keyOf(operation), input]
}

/** Keeps data read before the user was known from being found by another page. */
const thisPage = `page ${Math.random()}`

function readerOf<Arguments extends unknown[], Output>(
  operation: QueryOperation<Arguments, Output>,
  [input]: [input?: unknown],
) {
  const { userId } = aboutOf(operation)
  const reader = userId()
  const given = { ...(input as object | undefined) }
  return {
    key: [...keyOf(operation), given, reader === undefined ? thisPage : reader],
    read: async (page: object, signal: AbortSignal): Promise<Output> => {
      if (reader !== undefined && reader !== userId())
        throw new LyceumError(
          'SessionChanged',
          'This query is for somebody who is not signed in any more. Render its component again.',
        )
      return operation.query(...([{ ...given, ...page }, { signal }] as unknown as Arguments))
    },
  }
}

function keyOf(operation: object): readonly string[] {
  const { path } = aboutOf(operation)
  return path === '' ? ['lyceum'] : ['lyceum', ...path.split('.')]
}

function aboutOf(operation: object): About {
  return (operation as { [aboutKey]: About })[aboutKey]
}

function nextCursorOf({ nextCursor }: { nextCursor: string | null }): string | null {
  return nextCursor
}

/** Returns the same function each time, so that TanStack Query calls it only for new pages. */
function itemsOf<Item>({ pages }: { pages: { items: Item[] }[] }): Item[] {
  return pages.flatMap(({ items }) => items)
}
