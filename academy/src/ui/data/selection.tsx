import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { showNumber } from '../format.ts'
import { Csv } from './download-button.tsx'
import type { ListOperation } from './list.tsx'

/** What may be chosen at once: as many as an act takes. */
export const maxChosen = 10_000

export interface Selection<Item> {
  items: readonly Item[]
  keys: ReadonlySet<string>
  choose: (keys: 'all' | ReadonlySet<unknown>) => void
  set: (items: readonly Item[]) => void
}

/** Keeps which items of a list are chosen, until its filters change. */
export function useSelection<Item>(
  shown: readonly Item[],
  { keyOf, list }: { keyOf: (item: Item) => string; list: string },
): Selection<Item> {
  const [kept, setKept] = useState<{ list: string; items: readonly Item[] }>()
  const items = kept?.list === list ? kept.items : []
  const set = (items: readonly Item[]) => setKept({ list, items })
  return {
    items,
    keys: new Set(items.map(keyOf)),
    set,
    choose(keys) {
      const hidden = items.filter((item) => !shown.some((one) => keyOf(one) === keyOf(item)))
      const isChosen = (item: Item) => keys === 'all' || keys.has(keyOf(item))
      set([...hidden.filter(isChosen), ...shown.filter(isChosen)])
    },
  }
}

interface SelectionBarProps<Input, Item> {
  selection: Selection<Item>
  list: ListOperation<Input, Item>
  input: Input
  /** Whether the list goes on behind what is shown. */
  hasMore: boolean
  name: string
  children: ReactNode
}

/** Says how many are chosen, chooses all that match, and offers what can be done with them. */
export function SelectionBar<Input, Item>(props: SelectionBarProps<Input, Item>) {
  const { selection, list, input, hasMore, name, children } = props
  const { items, set } = selection
  const [read, setRead] = useState(0)
  const all = useMutation({
    mutationFn: async () => set(await readAll(list, input, setRead)),
    meta: { changesNothingElse: true },
  })
  if (items.length === 0) return null
  return (
    <section
      aria-label={t('many.chosen', { count: items.length })}
      className="sticky bottom-0 z-10 mt-3 flex items-center gap-2 overflow-x-auto rounded-xl border border-line bg-panel p-3 whitespace-nowrap shadow-raised sm:flex-wrap [&>*]:shrink-0"
    >
      <p role="status" className="me-2 font-medium">
        {t('many.chosen', { count: items.length })}
        {items.length === maxChosen && ` ${t('many.atMost')}`}
      </p>
      {hasMore && (
        <Button isPending={all.isPending} onClick={() => all.mutate()}>
          {all.isPending ? showNumber(read) : t('many.all')}
        </Button>
      )}
      {children}
      <Csv name={name} label={t('many.export')} read={async () => csvOf(items)} />
      <Button look="quiet" onClick={() => set([])}>
        {t('many.none')}
      </Button>
    </section>
  )
}

async function readAll<Input, Item>(
  list: ListOperation<Input, Item>,
  input: Input,
  onRead: (count: number) => void,
): Promise<Item[]> {
  const all: Item[] = []
  for (let cursor: string | undefined; all.length < maxChosen; ) {
    const page = await list.query({ ...input, limit: 100, ...(cursor && { cursor }) })
    all.push(...page.items)
    onRead(all.length)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return all.slice(0, maxChosen)
}

/** Writes the fields of items that are single values, named as the API names them. */
function csvOf(items: readonly unknown[]): Blob {
  const rows = items.map((item) => item as Record<string, unknown>)
  const isSingle = (value: unknown) => typeof value !== 'object' || value === null
  const names = [...new Set(rows.flatMap(Object.keys))].filter((name) =>
    rows.every((row) => isSingle(row[name])),
  )
  // No spreadsheet takes it for a formula.
  const cell = (value: unknown) =>
    `"${String(value ?? '')
      .replace(/^(?=[=+\-@\t＝＋－＠])/u, "'")
      .replaceAll('"', '""')}"`
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return new Blob([lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')])
}
