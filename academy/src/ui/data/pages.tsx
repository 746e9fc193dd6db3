import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { findText, type TextKey, t } from '../../texts/texts.ts'
import { Dialog } from '../forms/dialog.tsx'
import { type Filters, useFilters } from '../forms/filters.tsx'
import { Page, Panel, Section } from '../page.tsx'
import { Csv } from './download-button.tsx'
import { idOf, List, type ListOperation, type ListOptions, useList } from './list.tsx'
import { Loaded, type Operation, useRead } from './loaded.tsx'
import { type Content, type Contents, FactList } from './parts.tsx'
import { SelectionBar, useSelection } from './selection.tsx'
import { type Columns, type MoreColumns, type Sorts, Table } from './table.tsx'
import { TableChoices, useTableChoices } from './table-choices.tsx'

/** How items of one kind look in every table that lists them. */
export interface TableOptions<Item> {
  /** The key of its title; `….none` is the text for an empty list. */
  title: TextKey
  columns: Columns<Item>
  moreColumns?: MoreColumns<Item>
  /** Default: the item's first id. */
  keyOf?: (item: Item) => string
  href?: (item: Item) => `/${'desk' | 'studio'}/${string}`
  /** The search that pages of items get, with that of the list: their place in it. */
  carries?: Readonly<Record<string, string>>
  /** Facts and buttons that a dialog adds, for items without a page of their own. */
  more?: (item: Item) => Contents
  buttons?: (item: Item, close: () => void) => ReactNode
  /** Buttons for what can be done with those that are chosen. */
  acts?: (chosen: readonly Item[]) => ReactNode
}

interface ListTableProps<Input, Item> extends TableOptions<Item> {
  list: ListOperation<Input, Item>
  filters?: Filters<NoInfer<NonNullable<Input>>>
  /** The values of its filter `sort` that columns stand for. */
  sorts?: Sorts
  /** The rest of the operation's input, and the filters' initial values. */
  input?: Partial<NoInfer<NonNullable<Input>>>
  /** The operation that returns the same list as a file. */
  csv?: { query(input: NoInfer<NonNullable<Input>>): Promise<Blob> }
  actions?: ReactNode
  /** Whether it is a section of a page, with a heading above it. */
  isSection?: boolean
  refetchInterval?: ListOptions<NoInfer<Item>>['refetchInterval']
}

/** A list of the API as a table, with its filters. */
export function ListTable<Input, Item>(props: ListTableProps<Input, Item>) {
  const { list, filters = {}, input = {}, csv, refetchInterval, actions, sorts, ...table } = props
  const {
    title,
    columns,
    moreColumns,
    keyOf = idOf,
    href,
    carries,
    more,
    buttons,
    isSection,
    acts,
  } = table
  const { input: chosen, values, set, bar } = useFilters<NonNullable<Input>>(filters, input)
  const isFiltered = Object.keys(values).length > 0
  const search = chosen as NonNullable<Input>
  const query = useList(list, search as Input, { refetchInterval, staleTime: 0 })
  const selection = useSelection(query.data ?? [], { keyOf, list: JSON.stringify(search) })
  const choices = useTableChoices(title)
  const hasFilters = Object.keys(filters).length > 0
  const shownColumns = Object.fromEntries(
    Object.entries(columns).filter(([name]) => !choices.hidden.includes(name)),
  ) as typeof columns
  const navigate = useNavigate()
  const place = carries && ((all: object) => ({ ...all, ...carries }))
  const [openKey, setOpenKey] = useState<string>()
  const opened = query.data?.find((item) => keyOf(item) === openKey)
  const close = () => setOpenKey(undefined)
  const label = `${findText(title)}`
  const open = (item: Item) =>
    href ? void navigate({ to: href(item) as string, search: place }) : setOpenKey(keyOf(item))
  const onOpen = (href ?? more ?? buttons) && open
  const empty = (isFiltered ? undefined : findText(`${title}.none`)) ?? t('desk.nothing')
  const fileName = title.replace(/^.*\./, '')
  const names = Object.keys(columns)
  const isChoosable = !isSection && hasFilters && names.length > 3
  const blank = Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
  const tools = (
    <div className="flex flex-wrap gap-2">
      {actions}
      {isChoosable && (
        <TableChoices
          columns={names}
          choices={choices}
          values={hasFilters ? values : undefined}
          set={(saved) => set({ ...blank, ...saved })}
        />
      )}
      {csv && <Csv name={fileName} read={() => csv.query(search)} />}
    </div>
  )
  const content = (
    <List query={query} empty={empty}>
      {(items) => (
        <>
          <Table
            {...{ label, items, keyOf, onOpen, href, place }}
            columns={shownColumns}
            more={moreColumns}
            selection={acts && selection}
            sorted={
              sorts && {
                sorts,
                sort: (search as { sort?: unknown }).sort,
                onSort: (sort) => set({ sort }),
              }
            }
          />
          <p className="mt-2 text-sm text-muted">
            {t(query.hasNextPage ? 'table.more' : 'table.rows', { count: items.length })}
          </p>
          {acts && (
            <SelectionBar
              {...{ selection, list, input: search as Input, hasMore: query.hasNextPage }}
              name={fileName}
            >
              {acts(selection.items)}
            </SelectionBar>
          )}
          {opened && (
            <Dialog title={label} onClose={close}>
              <FactList of={{ ...contentsOf(columns, opened), ...more?.(opened) }} />
              <div className="mt-4 flex flex-wrap gap-2">{buttons?.(opened, close)}</div>
            </Dialog>
          )}
        </>
      )}
    </List>
  )
  if (isSection)
    return (
      <Section title={label} actions={tools}>
        {bar}
        {content}
      </Section>
    )
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        {bar}
        {(csv ?? actions ?? isChoosable) && <div className="mb-5 ms-auto">{tools}</div>}
      </div>
      {content}
    </>
  )
}

interface ListPageProps<Input, Item> extends ListTableProps<Input, Item> {
  above?: ReactNode
  /** Shown below the list. */
  children?: ReactNode
}

/** A page with one list. A text `….lead` explains what it is for. */
export function ListPage<Input, Item>(props: ListPageProps<Input, Item>) {
  const { actions, above, children, ...table } = props
  const { title } = table
  return (
    <Page title={`${findText(title)}`} lead={findText(`${title}.lead`)} actions={actions}>
      {above}
      <ListTable {...table} />
      {children && <div className="mt-10">{children}</div>}
    </Page>
  )
}

function contentsOf<Item>(columns: Columns<Item>, item: Item): Contents {
  const cells = Object.entries<(item: Item) => Content>({ ...columns })
  return Object.fromEntries(cells.map(([name, cell]) => [name, cell(item)]))
}

/** The ids in the addresses of all detail pages. */
interface Params {
  id: string
  course: string
  key: string
  user: string
  submission: string
  number: string
}

interface DetailPageProps<Input, Item> {
  get: Operation<Input, Item>
  input: (params: Params) => NoInfer<Input>
  /** The title of each item, or the key of one for all, with an optional text `….lead`. */
  title: TextKey | ((item: NoInfer<Item>) => string)
  lead?: (item: NoInfer<Item>) => ReactNode
  actions?: (item: NoInfer<Item>) => ReactNode
  above?: ReactNode
  /** The facts at the top: the columns of its table, and more. */
  columns?: Columns<NoInfer<Item>>
  more?: (item: NoInfer<Item>) => Contents
  refetchInterval?: (item: NoInfer<Item>) => number | false
  children?: (item: NoInfer<Item>, params: Params) => ReactNode
}

/** A page about one thing, whose id is in the address. */
export function DetailPage<Input, Item>(props: DetailPageProps<Input, Item>) {
  const { get, input, title, lead, actions, above, columns, more, children } = props
  const params = useParams({ strict: false }) as unknown as Params
  const query = useRead(get, input(params), { staleTime: 0, again: props.refetchInterval })
  const { data } = query
  const named = typeof title === 'string'
  const none = t(query.isError ? 'failed.title' : 'loading')
  return (
    <Page
      title={named ? `${findText(title)}` : data ? title(data) : none}
      lead={named ? findText(`${title}.lead`) : data && lead?.(data)}
      actions={data && actions?.(data)}
    >
      {above}
      <Loaded query={query}>
        {(item) => (
          <>
            {(columns ?? more) && (
              <Panel className="mb-8">
                <FactList of={{ ...contentsOf(columns ?? {}, item), ...more?.(item) }} />
              </Panel>
            )}
            {children?.(item, params)}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Makes a page from a description alone. */
export const listPage =
  <Input, Item>(props: ListPageProps<Input, Item>) =>
  () => <ListPage {...props} />

export const detailPage =
  <Input, Item>(props: DetailPageProps<Input, Item>) =>
  () => <DetailPage {...props} />
