import type { ReactNode } from 'react'
import { showNumber } from '../ui/format.ts'
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
