import { Link } from '@tanstack/react-router'
import {
  Table as AriaTable,
  Cell,
  Column,
  Row,
  TableBody,
  TableHeader,
} from 'react-aria-components'
import { type FieldName, titleOf } from '../names.ts'
import { idOf } from './list.tsx'
import { type Content, isAmount, shown } from './parts.tsx'

/** Returns the content of cells, by column. Numbers are aligned at the end. */
export type Columns<Item> = Partial<Record<FieldName, (item: Item) => Content>>

/** Columns that come from data, such as lessons. */
export type MoreColumns<Item> = readonly {
  id: string
  title: string
  cell: (item: Item) => Content
}[]

interface TableProps<Item> {
  label: string
  items: readonly Item[]
  columns: Columns<Item>
  more?: MoreColumns<Item>
  keyOf?: (item: Item) => string
  /** Opens an item on a click anywhere in its row, or on Enter. */
  onOpen?: (item: Item) => void
  /** The address of an item's page: the first cell links to it. */
  href?: (item: Item) => string
  /** The search of that address, from that of the list. */
  place?: ((all: object) => object) | undefined
}

/** A table with a spreadsheet's keyboard control; it scrolls sideways when it is too narrow. */
export function Table<Item>(props: TableProps<Item>) {
  const { label, items, columns, more = [], keyOf = idOf, onOpen, href, place } = props
  const named = Object.entries<(item: Item) => Content>({ ...columns })
  const all = [...named.map(([id, cell]) => ({ id, title: titleOf(id), cell })), ...more].map(
    (column) => {
      const cells = items.map((item) => column.cell(item))
      const isNumber = cells.some((content) => typeof content === 'number' || isAmount(content))
      return { ...column, alignment: isNumber ? 'text-end tabular-nums' : 'text-start min-w-28' }
    },
  )
  function open(key: unknown): void {
    const item = items.find((one) => keyOf(one) === key)
    if (item !== undefined) onOpen?.(item)
  }
  return (
    <div className="overflow-x-auto rounded-xl border border-line">
      <AriaTable
        aria-label={label}
        className="w-full border-collapse text-start text-sm"
        {...(onOpen && { onRowAction: open })}
      >
        <TableHeader>
          {all.map(({ id, title, alignment }, index) => (
            <Column
              key={id}
              id={id}
              isRowHeader={index === 0}
              className={`bg-panel px-3 py-2 font-medium whitespace-nowrap ${alignment}`}
            >
              {title}
            </Column>
          ))}
        </TableHeader>
        <TableBody>
          {items.map((item) => (
            <Row
              key={keyOf(item)}
              id={keyOf(item)}
              className={`border-t border-line ${onOpen ? 'cursor-pointer hover:bg-panel' : ''}`}
            >
              {all.map(({ id, cell, alignment }, index) => (
                <Cell key={id} className={`max-w-80 px-3 py-2 align-middle ${alignment}`}>
                  {index === 0 && href ? (
                    // Keeps the row from opening as well.
                    <Link
                      to={href(item)}
                      {...(place && { search: place as never })}
                      onPointerDown={(event) => event.stopPropagation()}
                    >
                      {shown(cell(item))}
                    </Link>
                  ) : (
                    shown(cell(item))
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
    </div>
  )
}
