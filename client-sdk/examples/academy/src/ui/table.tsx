import type { ReactNode } from 'react'
import {
  Cell,
  Column,
  Row,
  type Selection,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components'

export interface TableColumn<Item> {
  id: string
  title: string
  /** What the cell of an item shows. */
  cell: (item: Item) => ReactNode
  /** Numbers stand at the end, below each other. */
  isNumber?: boolean
  /** With `sort` and `onSort` of the table. */
  isSortable?: boolean
}

interface DataTableProps<Item> {
  label: string
  items: readonly Item[]
  columns: readonly TableColumn<Item>[]
  keyOf: (item: Item) => string
  /** Opens an item; by a click anywhere in its row, or Enter. */
  onOpen?: (item: Item) => void
  sort?: SortDescriptor
  onSort?: (sort: SortDescriptor) => void
  selected?: Selection
  onSelect?: (selected: Selection) => void
}

/** A table with the keyboard of a spreadsheet, that scrolls sideways where it is too narrow. */
export function DataTable<Item>({
  label,
  items,
  columns,
  keyOf,
  onOpen,
  sort,
  onSort,
  selected,
  onSelect,
}: DataTableProps<Item>) {
  return (
    <div className="overflow-x-auto rounded-xl border border-line">
      <Table
        aria-label={label}
        className="w-full border-collapse text-start text-sm"
        {...(onOpen && {
          onRowAction: (key) => {
            const item = items.find((one) => keyOf(one) === key)
            if (item !== undefined) onOpen(item)
          },
        })}
        {...(sort && { sortDescriptor: sort })}
        {...(onSort && { onSortChange: onSort })}
        {...(onSelect && { selectionMode: 'multiple', onSelectionChange: onSelect })}
        {...(selected && { selectedKeys: selected })}
      >
        <TableHeader>
          {columns.map(({ id, title, isNumber, isSortable }, index) => (
            <Column
              key={id}
              id={id}
              isRowHeader={index === 0}
              allowsSorting={isSortable === true}
              className={`bg-panel px-3 py-2 font-medium whitespace-nowrap ${isNumber ? 'text-end' : 'text-start'}`}
            >
              {({ sortDirection }) => (
                <>
                  {title}
                  {sortDirection !== undefined && (
                    <span aria-hidden="true">{sortDirection === 'ascending' ? ' ▲' : ' ▼'}</span>
                  )}
                </>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody>
          {items.map((item) => (
            <Row
              key={keyOf(item)}
              id={keyOf(item)}
              className={`border-t border-line data-[selected]:bg-tint ${onOpen ? 'cursor-pointer hover:bg-panel' : ''}`}
            >
              {columns.map(({ id, cell, isNumber }) => (
                <Cell
                  key={id}
                  className={`px-3 py-2 align-middle ${isNumber ? 'text-end tabular-nums' : 'min-w-28'}`}
                >
                  {cell(item)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
