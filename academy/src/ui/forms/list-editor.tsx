import { type ReactNode, useRef, useState } from 'react'
import { findText, type TextKey, t } from '../../texts/texts.ts'
import { Button, IconButton } from '../button.tsx'
import { DownIcon, PlusIcon, TrashIcon, UpIcon } from '../icons.tsx'
import { CopyIcon } from './copy-icon.ts'
import { type Kinds, type Labels, LiveFields, type ValuesOf } from './fields.tsx'

interface ListEditorProps<Item> {
  /** The key of an item's name, such as "Answer 3"; `….add` must exist, `….title` may. */
  name: TextKey
  items: readonly Item[]
  /** Makes a copy of an item, where it can be duplicated. */
  copy?: (item: Item) => Item
  newItem?: (() => Item) | undefined
  /** Adds items in its own way, in place of the button that adds a new one. */
  adding?: (add: (item: Item) => void) => ReactNode
  onChange: (items: Item[]) => void
  children: (item: Item, change: (item: Item) => void, index: number) => ReactNode
}

/** Edits a list: add, reorder, change and remove items. */
export function ListEditor<Item>(props: ListEditorProps<Item>) {
  const { name: key, items, newItem, copy, adding, onChange, children } = props
  const [label, add, title] = [key, `${key}.add`, `${key}.title`].map((one) => findText(one))
  // Items have no identity, but their fields must move with them.
  const [ids, setIds] = useState<readonly string[]>(() => items.map(() => crypto.randomUUID()))
  const splice = (index: number, remove: number, ...added: [] | [Item]) => {
    setIds(ids.toSpliced(index, remove, ...added.map(() => crypto.randomUUID())))
    onChange(items.toSpliced(index, remove, ...added))
  }
  // What is added may have been on its way for minutes.
  const addLast = useRef((_item: Item) => {})
  addLast.current = (item) => splice(items.length, 0, item)
  const swap = (index: number) => {
    setIds(swapped(ids, index))
    onChange(swapped(items, index))
  }
  return (
    <div>
      {title !== undefined && <h3 className="mb-2 font-medium">{title}</h3>}
      <ol className="flex flex-col gap-2">
        {items.map((item, index) => {
          const name = `${label} ${index + 1}`
          return (
            <li
              key={ids[index]}
              className="flex flex-col-reverse gap-1 rounded-lg border border-line p-2 sm:flex-row"
            >
              <div className="min-w-0 flex-1">
                {children(item, (changed) => onChange(items.with(index, changed)), index)}
              </div>
              <span className="flex self-end sm:self-start">
                <MoveButtons
                  name={name}
                  up={index > 0 ? () => swap(index - 1) : undefined}
                  down={index < items.length - 1 ? () => swap(index) : undefined}
                />
                {copy && (
                  <IconButton
                    label={t('listEditor.copy', { name })}
                    onClick={() => splice(index + 1, 0, copy(item))}
                  >
                    <CopyIcon />
                  </IconButton>
                )}
                <IconButton
                  label={t('listEditor.remove', { name })}
                  onClick={() => splice(index, 1)}
                >
                  <TrashIcon />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ol>
      {newItem && (
        <Button look="quiet" onClick={() => addLast.current(newItem())}>
          <PlusIcon /> {add}
        </Button>
      )}
      {adding && <div className="mt-2">{adding((item) => addLast.current(item))}</div>}
    </div>
  )
}

interface MoveButtonsProps {
  name: string
  /** Moves the item; undefined at the first and last place. */
  up: (() => void) | undefined
  down: (() => void) | undefined
}

export function MoveButtons({ name, up, down }: MoveButtonsProps) {
  const steps = [
    ['up', UpIcon, up],
    ['down', DownIcon, down],
  ] as const
  return steps.map(([step, Icon, move]) => (
    <IconButton
      key={step}
      label={t(`listEditor.${step}`, { name })}
      disabled={!move}
      onClick={move}
    >
      <Icon />
    </IconButton>
  ))
}

/** Swaps an item with the next one. */
function swapped<Item>(items: readonly Item[], index: number): Item[] {
  return items.toSpliced(index, 2, ...items.slice(index, index + 2).reverse())
}

interface FieldListProps<Item, K> extends Omit<ListEditorProps<Item>, 'children'> {
  kinds: K
  labels?: Labels
  /** Maps an item to its fields and back. Default: the item's own fields. */
  of?: (item: Item) => { readonly [Name in keyof K]?: unknown }
  to?: (values: ValuesOf<K>, item: Item) => Item
  className?: string
  /** The path of the list, to find its refusals. */
  at?: string
}

export function FieldList<Item, const K extends Kinds>({
  kinds,
  labels,
  of = (item) => item as object,
  to = (values, item) => ({ ...item, ...values }),
  className = 'grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2',
  at,
  ...list
}: FieldListProps<Item, K>) {
  return (
    <ListEditor {...list}>
      {(item, set, index) => (
        <LiveFields
          className={className}
          {...{ kinds, labels }}
          {...(at !== undefined && { at: `${at}.${index}` })}
          of={of(item)}
          onChange={(values) => set(to(values, item))}
        />
      )}
    </ListEditor>
  )
}
