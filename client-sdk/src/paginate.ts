/** A list operation of the client, such as `lyceum.courses.list`. */
export interface ListOperation<Arguments extends unknown[], Item> {
  query(...args: Arguments): Promise<{ items: Item[]; nextCursor: string | null }>
}

/**
 * Every item of a list, page after page; the next page is asked for when the items of the one
 * before are used up, so stop whenever you like. Takes what the list's `query` takes and throws
 * what it throws; `limit` is the size of a page, 1 to 100.
 *
 * @example
 * ```ts
 * for await (const course of paginate(lyceum.courses.list, { limit: 50 }))
 * console.log(course.title)
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
