import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'

interface ListProps<Item> {
  /** `useInfiniteQuery(infiniteQueryOptions(…))`: all items of the pages so far. */
  query: UseInfiniteQueryResult<Item[]>
  empty?: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A list that goes on with a button, and all states of it. */
export function List<Item>({ query, empty, children }: ListProps<Item>) {
  return (
    <Loaded
      query={query}
      empty={empty}
      // A page of a list that is searched may be empty, and the next one not.
      isEmpty={(items) => items.length === 0 && !query.hasNextPage}
    >
      {(items) => (
        <>
          {children(items)}
          {query.hasNextPage && (
            <p className="mt-6 text-center">
              <Button
                isPending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('more')}
              </Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
