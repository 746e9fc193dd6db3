/** Something to choose. */
export interface Option {
  value: string
  name: string
  /** Tells those of one name apart. */
  detail?: string
  /** What else names it. */
  key?: string | null
}

export function OptionText({ name, detail }: Option) {
  return (
    <>
      <bdi className="block">{name}</bdi>
      {detail && <bdi className="block truncate text-sm text-muted">{detail}</bdi>}
    </>
  )
}
