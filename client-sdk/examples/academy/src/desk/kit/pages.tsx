import { type QueryOperation, queryOptions } from '@lyceum/sdk/query'
import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { findText, type TextKey, t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Csv } from '../../ui/download-button.tsx'
import { List } from '../../ui/list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table.tsx'
import { type Filters, useFilters } from './filters.tsx'
import { type ListOperation, useList } from './lists.ts'
import { type ColumnName, titleOf } from './names.ts'
import { type Contents, FactList, shown } from './parts.tsx'

type Columns<Item> = Partial<Record<ColumnName, (item: Item) => ReactNode>>

/** How items of a kind look in a table, wherever they are listed. */
export interface TableOptions<Item> {
  /** The key of its name. */
  title: TextKey
  /** What the cells show. Numbers stand at the end. */
  columns: Columns<Item>
  keyOf?: (item: Item) => string
  /** The page that a row opens. */
  href?: (item: Item) => `/desk/${string}`
  /** Without a page of its own: what a dialog shows beside the columns, and the buttons below. */
  more?: (item: Item) => Contents
  buttons?: (item: Item, close: () => void) => ReactNode
  empty?: ReactNode
}

interface ListTableProps<Input, Item> extends TableOptions<Item> {
  list: ListOperation<Input, Item>
  filters?: Filters<NoInfer<NonNullable<Input>>>
  /** What it takes beside the filters, and what these are at first. */
  input?: Partial<NoInfer<NonNullable<Input>>>
  /** The operation that answers the same as a file. */
  csv?: { query(input: NoInfer<NonNullable<Input>>): Promise<Blob> }
  /** More beside the filters. */
  beside?: ReactNode
  refetchInterval?: number | false
}

/** A list of the API as a table, with its filters. */
export function ListTable<Input, Item>(props: ListTableProps<Input, Item>) {
  const { list, filters = {}, input = {}, csv, beside, refetchInterval = false, ...table } = props
  const { input: chosen, bar } = useFilters<NonNullable<Input>>(filters, input)
  const search = chosen as NonNullable<Input>
  const options = { refetchInterval, staleTime: 0 }
  const query = useList(list, search as Input, options)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        {bar}
        {(csv ?? beside) && (
          <div className="mb-5 ms-auto">
            {beside}
            {csv && <Csv name={table.title} read={() => csv.query(search)} />}
          </div>
        )}
      </div>
      <ItemTable query={query} {...table} />
    </>
  )
}

interface ListPageProps<Input, Item> extends ListTableProps<Input, Item> {
  actions?: ReactNode
  above?: ReactNode
}

/** A page that is one list. A text `….lead` says what it is for. */
export function ListPage<Input, Item>({ actions, above, ...table }: ListPageProps<Input, Item>) {
  const { title } = table
  return (
    <Page title={`${findText(title)}`} lead={findText(`${title}.lead`)} actions={actions}>
      {above}
      <ListTable {...table} />
    </Page>
  )
}

interface ItemTableProps<Item> extends TableOptions<Item> {
  query: UseInfiniteQueryResult<Item[]>
}

function contentsOf<Item>(columns: Columns<Item>, item: Item): Contents {
  return Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(item)]))
}

const idOf = (item: unknown) => String((item as { id?: unknown }).id)

function ItemTable<Item>(props: ItemTableProps<Item>) {
  const { title, query, columns, keyOf = idOf, href, more, buttons } = props
  const navigate = useNavigate()
  const [openKey, setOpenKey] = useState<string>()
  const opened = query.data?.find((item) => keyOf(item) === openKey)
  const close = () => setOpenKey(undefined)
  const label = `${findText(title)}`
  const onOpen = (item: Item) =>
    href ? void navigate({ to: href(item) as string }) : setOpenKey(keyOf(item))
  return (
    <List query={query} empty={props.empty || t('desk.nothing')}>
      {(items) => (
        <>
          <DataTable
            {...{ label, items, keyOf }}
            {...((href ?? more ?? buttons) && { onOpen })}
            columns={Object.entries(columns).map(([name, cell]) => ({
              id: name,
              title: titleOf(name),
              cell: (item: Item) => shown(cell(item)),
              isNumber: items.some((item) => typeof cell(item) === 'number'),
            }))}
          />
          {opened && (
            <Dialog title={label} isOpen onClose={close}>
              <FactList of={{ ...contentsOf(columns, opened), ...more?.(opened) }} />
              <div className="mt-4 flex flex-wrap gap-2">{buttons?.(opened, close)}</div>
            </Dialog>
          )}
        </>
      )}
    </List>
  )
}

interface DetailPageProps<Input, Item> {
  get: QueryOperation<[input: Input, ...rest: never[]], Item>
  input: (params: { id: string; course: string }) => NoInfer<Input>
  title: (item: NoInfer<Item>) => string
  actions?: (item: NoInfer<Item>) => ReactNode
  above?: ReactNode
  /** What it says first: the columns of its table, and more. */
  columns?: Columns<NoInfer<Item>>
  more?: (item: NoInfer<Item>) => Contents
  refetchInterval?: (item: NoInfer<Item>) => number | false
  children?: (item: NoInfer<Item>) => ReactNode
}

/** A page about one thing, whose id is in the address. */
export function DetailPage<Input, Item>(props: DetailPageProps<Input, Item>) {
  const { get, input, title, actions, above, columns, more, refetchInterval, children } = props
  const { id = '', course = '' }: { id?: string; course?: string } = useParams({ strict: false })
  const operation = get as QueryOperation<[input?: object], Item>
  const query = useQuery({
    ...queryOptions(operation, input({ id, course }) as object),
    refetchInterval: ({ state: { data } }) => (data && refetchInterval?.(data)) ?? false,
  })
  const { data } = query
  return (
    <Page title={data ? title(data) : t('loading')} actions={data && actions?.(data)}>
      {above}
      <Loaded query={query}>
        {(item) => (
          <>
            {(columns ?? more) && (
              <Panel className="mb-8">
                <FactList of={{ ...contentsOf(columns ?? {}, item), ...more?.(item) }} />
              </Panel>
            )}
            {children?.(item)}
          </>
        )}
      </Loaded>
    </Page>
  )
}
