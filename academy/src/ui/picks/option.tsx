import { ListBoxItem } from 'react-aria-components'

/** Something to choose. */
export interface Option {
  value: string
  name: string
  /** Tells those of one name apart. */
  detail?: string
  /** What else names it. */
  key?: string | null
}

export function OptionItem({ value, name, detail }: Option) {
  return (
    <ListBoxItem
      id={value}
      textValue={name}
      className="cursor-pointer rounded-md px-3 py-1.5 data-[focused]:bg-tint data-[selected]:font-medium"
    >
      <bdi className="block">{name}</bdi>
      {detail && <bdi className="block truncate text-sm text-muted">{detail}</bdi>}
    </ListBoxItem>
  )
}
