import { Link } from '@tanstack/react-router'
import {
  Table as AriaTable,
  Cell,
  Checkbox,
  Column,
  Row,
  TableBody,
  TableHeader,
} from 'react-aria-components'
import { t } from '../../texts/texts.ts'
import { CheckIcon, DownIcon, UpIcon } from '../icons.tsx'
import { type FieldName, titleOf } from '../names.ts'
import { idOf } from './list.tsx'
import { type Content, isAmount, shown } from './parts.tsx'
import type { Selection } from './selection.tsx'

/** Returns the content of cells, by column. Numbers are aligned at the end. */
export type Columns<Item> = Partial<Record<FieldName, (item: Item) => Content>>

/** Columns that come from data, such as lessons. */
export type MoreColumns<Item> = readonly {
  id: string
  title: string
  cell: (item: Item) => Content
}[]

type Direction = 'ascending' | 'descending'

/** The orders of a list, by the columns that have one, as its operation names them. */
export type Sorts = Partial<Record<FieldName, Partial<Record<Direction, string>>>>

export interface SortedTable {
  sorts: Sorts
  /** The order that it is in. */
  sort: unknown
  onSort: (sort: string) => void
}

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
  selection?: Selection<Item> | undefined
  sorted?: SortedTable | undefined
}

/** A table with a spreadsheet's keyboard control; it scrolls sideways when it is too narrow. */
export function Table<Item>(props: TableProps<Item>) {
  const { label, items, columns, more = [], keyOf = idOf, onOpen, href, place } = props
  const { selection, sorted } = props
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
        {...(selection && {
          selectionMode: 'multiple',
          selectedKeys: new Set(selection.keys),
          onSelectionChange: selection.choose,
        })}
        {...(sorted && sortingOf(sorted))}
      >
        <TableHeader>
          {selection && (
            <Column className="bg-panel ps-3">
              <Choice label={t('many.choose')} />
            </Column>
          )}
          {all.map(({ id, title, alignment }, index) => (
            <Column
              key={id}
              id={id}
              isRowHeader={index === 0}
              allowsSorting={sorted !== undefined && id in sorted.sorts}
              className={`bg-panel px-3 py-2 font-medium whitespace-nowrap ${alignment}`}
            >
              {({ allowsSorting, sortDirection }) => (
                <span
                  className={`inline-flex items-center gap-1 ${allowsSorting ? 'cursor-pointer underline decoration-dotted' : ''}`}
                >
                  {title}
                  {sortDirection === 'ascending' && <UpIcon />}
                  {sortDirection === 'descending' && <DownIcon />}
                </span>
              )}
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
              {selection && (
                <Cell className="ps-3">
                  <Choice />
                </Cell>
              )}
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

/** The box that chooses a row, or all that are shown. */
function Choice({ label }: { label?: string }) {
  return (
    <Checkbox
      slot="selection"
      {...(label && { 'aria-label': label })}
      className="group grid size-6 cursor-pointer place-items-center rounded border border-field bg-paper text-brand data-[focus-visible]:outline-2"
    >
      {({ isSelected, isIndeterminate }) =>
        isIndeterminate ? '–' : isSelected ? <CheckIcon /> : null
      }
    </Checkbox>
  )
}

function sortingOf({ sorts, sort, onSort }: SortedTable) {
  const all = Object.entries(sorts).flatMap(([column, orders]) =>
    Object.entries(orders).map(([direction, name]) => ({
      column,
      direction: direction as Direction,
      name,
    })),
  )
  const now = all.find(({ name }) => name === sort)
  return {
    ...(now && { sortDescriptor: now }),
    onSortChange({ column, direction }: { column: PropertyKey; direction: Direction }) {
      const ofColumn = all.filter((one) => one.column === column)
      const next = ofColumn.find((one) => one.direction === direction) ?? ofColumn[0]
      // A first click shows the newest.
      const first =
        now?.column === column
          ? next
          : (ofColumn.find((one) => one.direction === 'descending') ?? next)
      if (first) onSort(first.name)
    },
  }
}
