import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { showNumber } from '../ui/format.ts'
import { List } from '../ui/list.tsx'
import { DataTable } from '../ui/table.tsx'

interface TableProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  onOpen?: (item: Item) => void
  /** What the cells below each title show; numbers are set as such. */
  columns: Readonly<Record<string, (item: Item) => ReactNode>>
}

export function Table<Item>({ columns, ...table }: TableProps<Item>) {
  return (
    <DataTable
      {...table}
      columns={Object.entries(columns).map(([title, cell]) => ({
        id: title,
        title,
        isNumber: table.items.some((item) => typeof cell(item) === 'number'),
        cell: (item: Item) => {
          const shown = cell(item)
          return typeof shown === 'number' ? showNumber(shown) : shown
        },
      }))}
    />
  )
}

export function Person({ name, email = null }: { name: string; email?: string | null }) {
  return (
    <>
      <bdi className="font-medium">{name}</bdi> <bdi className="text-muted">{email}</bdi>
    </>
  )
}

interface ListTableProps<Item> extends Omit<TableProps<Item>, 'items'> {
  query: UseInfiniteQueryResult<Item[]>
  empty: string
}

/** A list that is read page by page, as a table. */
export function ListTable<Item>({ query, empty, ...table }: ListTableProps<Item>) {
  return (
    <List query={query} empty={empty}>
      {(items) => <Table items={items} {...table} />}
    </List>
  )
}
