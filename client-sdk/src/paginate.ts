/** A list operation of the client, such as `lyceum.courses.list`. */
export interface ListOperation<Arguments extends unknown[], Item> {
  query(...args: Arguments): Promise<{ items: Item[]; nextCursor: string | null }>
}

/**
 * Iterates over every item of a list. Each page is requested when the previous one is used up, so
 * you can stop at any time. Takes the arguments of the list's `query` and throws its errors;
 * `limit` is the page size, 1 to 100.
 *
 * @example
 * ```ts
 * for await (const course of paginate(lyceum.courses.list, { limit: 50 })) {
 *   console.log(course.title)
 * }
 * ```
 */
export async function* paginate<
  Arguments extends [input?: { cursor?: string | undefined }, options?: unknown],
  Item,
>(list: ListOperation<Arguments, Item>, ...args: Arguments): AsyncGenerator<Item, void, undefined> {
  const [input, ...options] = args
  let cursor = input?.cursor
  do {
    const page = await list.query(
      ...([
        { ...input, ...(cursor !== undefined && { cursor }) },
        ...options,
      ] as unknown as Arguments),
    )
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
