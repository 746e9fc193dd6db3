import { type ReactNode, useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button, IconButton } from './button.tsx'
import { type Kinds, LiveFields, type ValuesOf } from './fields.tsx'
import { DownIcon, PlusIcon, TrashIcon, UpIcon } from './icons.tsx'

interface ListEditorProps<Item> {
  /** What one of them is called: "Answer 3". */
  label: string
  items: readonly Item[]
  add: string
  newItem: () => Item
  onChange: (items: Item[]) => void
  children: (item: Item, change: (item: Item) => void, index: number) => ReactNode
}

/** Items to add, put in order, change and remove. */
export function ListEditor<Item>(props: ListEditorProps<Item>) {
  const { label, items, add, newItem, onChange, children } = props
  // Items have no identity of their own, but their fields must stay with them.
  const [ids, setIds] = useState<readonly string[]>(() => items.map(() => crypto.randomUUID()))
  const splice = (index: number, remove: number, ...added: [] | [Item]) => {
    setIds(ids.toSpliced(index, remove, ...added.map(() => crypto.randomUUID())))
    onChange(items.toSpliced(index, remove, ...added))
  }
  const swap = (index: number) => {
    setIds(swapped(ids, index))
    onChange(swapped(items, index))
  }
  return (
    <div>
      <ol className="flex flex-col gap-2">
        {items.map((item, index) => {
          const name = `${label} ${index + 1}`
          const isLast = index === items.length - 1
          const actions = [
            [t('listEditor.up', { name }), UpIcon, index === 0, () => swap(index - 1)],
            [t('listEditor.down', { name }), DownIcon, isLast, () => swap(index)],
            [t('listEditor.remove', { name }), TrashIcon, false, () => splice(index, 1)],
          ] as const
          return (
            <li
              key={ids[index]}
              className="flex flex-col-reverse gap-1 rounded-lg border border-line p-2 sm:flex-row"
            >
              <div className="min-w-0 flex-1">
                {children(item, (changed) => onChange(items.with(index, changed)), index)}
              </div>
              <span className="flex self-end sm:self-start">
                {actions.map(([label, Icon, disabled, onClick]) => (
                  <IconButton key={label} {...{ label, disabled, onClick }}>
                    <Icon />
                  </IconButton>
                ))}
              </span>
            </li>
          )
        })}
      </ol>
      <Button look="quiet" onClick={() => splice(items.length, 0, newItem())}>
        <PlusIcon /> {add}
      </Button>
    </div>
  )
}

/** The items with the one at this place after the next one. */
function swapped<Item>(items: readonly Item[], index: number): Item[] {
  return items.toSpliced(index, 2, ...items.slice(index, index + 2).reverse())
}

interface FieldListProps<Item, K> extends Omit<ListEditorProps<Item>, 'children'> {
  kinds: K
  of: (item: Item) => { readonly [Name in keyof K]?: unknown }
  to: (values: ValuesOf<K>, item: Item) => Item
  className?: string
}

export function FieldList<Item, const K extends Kinds>({
  kinds,
  of,
  to,
  className = 'grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2',
  ...list
}: FieldListProps<Item, K>) {
  return (
    <ListEditor {...list}>
      {(item, set) => (
        <LiveFields
          className={className}
          kinds={kinds}
          of={of(item)}
          onChange={(values) => set(to(values, item))}
        />
      )}
    </ListEditor>
  )
}
