import type { ReactNode } from 'react'
import { findText, type TextKey, t } from '../texts/texts.ts'
import { Checkbox, type FormValues, inputClass, SelectField, TextField } from '../ui/form.tsx'

type NameIn<Key> = Key extends `field.${infer Name}` ? Name : never
/** Every field has a label `field.NAME`, and may have `field.NAME.hint` and `field.NAME.VALUE`. */
export type FieldName = NameIn<TextKey>

/** What a field holds; `!` where it must be filled. Of a list of values, '' stands for none. */
export type Kind =
  | 'text'
  | 'text!'
  /** A text that nobody would call optional, such as a filter. */
  | 'plain'
  | 'long'
  | 'long!'
  | 'number'
  | 'number!'
  | 'date'
  | 'date!'
  | 'instant'
  | 'box'
  | 'file'
  | 'file!'
  /** Separated by commas. */
  | 'list'
  | readonly string[]

export type Kinds = { readonly [Name in FieldName]?: Kind }

/** What kinds without a text hold. */
interface Values {
  box: boolean
  list: string[]
  file: File | null
  'file!': File
  number: number | null
  'number!': number
}

type ValueOf<K> = K extends keyof Values
  ? Values[K]
  : K extends readonly (infer Option)[]
    ? Exclude<Option, ''> | ('' extends Option ? null : never)
    : K extends `${string}!`
      ? string
      : string | null

export type ValuesOf<K> = { -readonly [Name in keyof K]: ValueOf<K[Name]> }

interface FieldsProps<K> {
  kinds: K
  /** The values now. */
  of?: { readonly [Name in keyof K]?: unknown }
}

/** The fields of a form, one after the other; `readFields` reads them. */
export function Fields<K extends Kinds>({ kinds, of = {} }: FieldsProps<K>) {
  return entriesOf(kinds).map(([name, kind]) => (
    <Field key={name} name={name} kind={kind} value={of[name]} />
  ))
}

interface FieldProps {
  name: FieldName
  kind: Kind
  value: unknown
}

function Field({ name, kind, value }: FieldProps) {
  const label = t(`field.${name}`)
  const hint = findText(`field.${name}.hint`)
  const shared = { name, label, ...(hint !== undefined && { hint }) }
  if (kind === 'box') return <Checkbox {...shared} defaultSelected={value === true} />
  if (kind === 'plain' || kind === 'file' || kind === 'file!')
    return (
      <label className="flex flex-col gap-1 text-sm font-medium">
        {label}
        <input
          {...(kind === 'plain' ? { defaultValue: String(value ?? '') } : { type: 'file' })}
          name={name}
          required={kind === 'file!'}
          className={inputClass}
        />
      </label>
    )
  if (typeof kind === 'object') {
    const options = kind.map((one) => [one, findText(`field.${name}.${one || 'none'}`) ?? one])
    const chosen = String(value ?? kind[0])
    return <SelectField {...shared} options={Object.fromEntries(options)} defaultValue={chosen} />
  }
  const shown =
    kind === 'instant' ? localOf(value) : Array.isArray(value) ? value.join(', ') : value
  return (
    <TextField
      {...shared}
      isRequired={kind.endsWith('!')}
      defaultValue={String(shown ?? '')}
      {...(kind.startsWith('long') && { rows: 3 })}
      {...(kind.startsWith('number') && { kind: 'number', step: 'any' })}
      {...(kind.startsWith('date') && { kind: 'date' })}
      {...(kind === 'instant' && { kind: 'datetime-local' })}
    />
  )
}

export function readFields<const K extends Kinds>(values: FormValues, kinds: K): ValuesOf<K> {
  const read = entriesOf(kinds).map(([name, kind]) => [name, readField(values[name], kind)])
  return Object.fromEntries(read) as ValuesOf<K>
}

function readField(value: string | File | undefined, kind: Kind): unknown {
  if (kind === 'box') return value !== undefined
  if (value instanceof File) return value.size > 0 ? value : null
  const text = value?.trim() ?? ''
  if (kind === 'list') return text.split(/\s*,\s*/).filter((item) => item !== '')
  if (kind === 'number!') return Number(text)
  if (text === '') return typeof kind === 'string' && kind.endsWith('!') ? '' : null
  if (kind === 'instant') return new Date(text).toISOString()
  return kind === 'number' ? Number(text) : text
}

/** Fields that tell each change at once, without a button. Its `key` says whose values they are. */
export function LiveFields<const K extends Kinds>({
  kinds,
  of,
  onChange,
  className = 'flex flex-col gap-4',
  children,
}: FieldsProps<K> & {
  onChange: (values: ValuesOf<K>) => void
  className?: string
  children?: ReactNode
}) {
  return (
    <form
      className={className}
      onSubmit={(event) => event.preventDefault()}
      onChange={({ currentTarget }) => {
        const values = Object.fromEntries(new FormData(currentTarget)) as FormValues
        onChange(readFields(values, kinds))
      }}
    >
      <Fields kinds={kinds} {...(of && { of })} />
      {children}
    </form>
  )
}

function entriesOf(kinds: Kinds): [FieldName, Kind][] {
  return Object.entries(kinds) as [FieldName, Kind][]
}

/** An instant as a field for date and time wants it, in the time zone of the reader. */
function localOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const date = new Date(value)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
