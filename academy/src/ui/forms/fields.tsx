import type { InputFields } from '@lyceum/sdk/inputs'
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { FormValidationContext } from 'react-aria-components'
import { findText } from '../../texts/texts.ts'
import { Checkbox } from '../checkbox.tsx'
import { fieldsAt } from '../inputs/inputs.ts'
import { type FieldName, nameOf, titleOf } from '../names.ts'
import {
  errorClass,
  FileField,
  KnownOfFields,
  SelectField,
  type SelectFieldProps,
  TextField,
  tellByOurselves,
  textOfFault,
  useKnown,
} from './controls.tsx'
import { DayRuleFields, readDayRule } from './day-rule.tsx'
import { faultOfCount, itemsIn } from './faults.ts'
import type { FormValues } from './form.tsx'
import type { OwnKind } from './own-field.ts'

/** The browser's field for each kind of text. */
const inputs = {
  text: {},
  long: { rows: 3 },
  number: { kind: 'number', step: 'any' },
  /** A calendar day, in the school's time zone. */
  date: { kind: 'date' },
  instant: { kind: 'datetime-local' },
  email: { type: 'email' },
  url: { type: 'url' },
  /** Separated by commas. */
  list: {},
  /** Each in a line of its own. */
  lines: { rows: 4 },
} as const

type Name = keyof typeof inputs | 'file' | 'dayRule'
/**
 * The kind of a field; `!` makes it required. A list or record of labels offers one of its values,
 * '' for none, as does a hook that reads them; `anyOf` offers them as boxes to tick.
 */
export type Kind =
  | Name
  | `${Name}!`
  | 'box'
  | readonly string[]
  | { readonly anyOf: readonly string[] | Readonly<Record<string, ReactNode>> }
  | OwnKind
  | Options
  | (() => Options)

/** Labels by value. */
type Options = { readonly [value: string]: string }

/** Kinds by their API names. Texts: `field.NAME`, `field.NAME.hint`, and `field.NAME.VALUE`. */
export type Kinds = { readonly [Name in FieldName]?: Kind }
type ValuesNow<K> = { readonly [Name in keyof K]?: unknown }

/** The values of kinds that are not text. */
interface Values {
  box: boolean
  list: string[]
  lines: string[]
  file: File | null
  'file!': File
  number: number | null
  'number!': number
}

type ValueOf<K> = K extends keyof Values
  ? Values[K]
  : K extends readonly (infer Option)[]
    ? Exclude<Option, ''> | ('' extends Option ? null : never)
    : K extends OwnKind
      ? OwnValue<K>
      : K extends { anyOf: infer Options }
        ? (Options extends readonly (infer Option)[] ? Option : string)[]
        : K extends `${string}!`
          ? string
          : string | null

type OwnValue<K> = K extends { isMany: true }
  ? string[]
  : K extends { isRequired: true }
    ? string
    : string | null

export type ValuesOf<K> = { -readonly [Name in keyof K]: ValueOf<NonNullable<K[Name]>> }

/** The keys of fields' texts, where they differ from the API's names. */
export type Labels = { readonly [name: string]: FieldName | undefined }

interface FieldsProps<K> {
  kinds: K
  of?: ValuesNow<K> | null | undefined
  labels?: Labels
}

/** Renders the fields of a form; `readFields` reads them. */
export function Fields<K extends Kinds>({ kinds, of, labels = {} }: FieldsProps<K>) {
  return entriesOf(kinds).map(([name, kind]) => (
    <Field key={name} name={name} kind={kind} value={of?.[name]} text={labels[name] ?? name} />
  ))
}

type Chooses = Omit<SelectFieldProps, 'options'>

interface FieldProps {
  name: FieldName
  kind: Kind
  value: unknown
  /** The key of its texts. */
  text: FieldName
}

function Field({ name, kind, value, text: key }: FieldProps) {
  const shared = { name, label: titleOf(key), hint: findText(`field.${key}.hint`) }
  if (kind === 'box') return <Checkbox {...shared} defaultSelected={value === true} />
  if (typeof kind === 'function') return <ReadField {...shared} useOptions={kind} />
  if (typeof kind === 'object') {
    if (isOwn(kind)) return <kind.Field {...shared} {...kind} value={String(value ?? '')} />
    if (isAnyOf(kind)) return <Boxes {...shared} options={boxesOf(kind)} chosen={value} />
    const options = Array.isArray(kind)
      ? Object.fromEntries(kind.map((one: string) => [one, nameOf(one, key)]))
      : (kind as Options)
    return <SelectField {...shared} options={options} defaultValue={String(value ?? '')} />
  }
  const isRequired = kind.endsWith('!')
  const base = kind.replace('!', '') as Name
  if (base === 'file') return <FileField {...shared} isRequired={isRequired} />
  if (base === 'dayRule') return <DayRuleFields name={name} rule={String(value ?? '')} />
  const text = String(shownIn(base, value) ?? '')
  return <TextField {...shared} isRequired={isRequired} defaultValue={text} {...inputs[base]} />
}

/** Reads its options only once it is shown, such as in a dialog. */
const ReadField = ({ useOptions, ...field }: Chooses & { useOptions: () => Options }) => (
  <SelectField {...field} options={useOptions()} />
)

function shownIn(base: Name, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(base === 'lines' ? '\n' : ', ')
  if (typeof value !== 'string' || base !== 'instant') return value
  const date = new Date(value)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function readFields<const K extends Kinds>(values: FormValues, kinds: K): ValuesOf<K> {
  const read = entriesOf(kinds).map(([name, kind]) => [name, readField(values, name, kind)])
  return Object.fromEntries(read) as ValuesOf<K>
}

function readField(values: FormValues, name: string, kind: Kind): unknown {
  const value: string | File | undefined = values[name]
  if (kind === 'box') return value !== undefined
  if (isAnyOf(kind)) return Object.keys(boxesOf(kind)).filter((one) => `${name}.${one}` in values)
  if (typeof value === 'object') return (value as File).size > 0 ? value : null
  const text = value?.trim() ?? ''
  if (kind === 'list' || (isOwn(kind) && kind.isMany)) return itemsIn(text)
  if (kind === 'lines') return itemsIn(text, '\n')
  if (kind === 'number!') return Number(text)
  if (kind === 'dayRule') return readDayRule(values, name)
  if (text === '') return isNeeded(kind) ? '' : null
  if (kind === 'instant' || kind === 'instant!') return new Date(text).toISOString()
  return kind === 'number' ? Number(text) : text
}

const isNeeded = (kind: Kind) =>
  typeof kind === 'string' ? kind.endsWith('!') : isOwn(kind) && kind.isRequired

/** Returns the fields that differ from their initial values; a file, if one was chosen. */
export function changedFields<const K extends Kinds>(
  values: FormValues,
  first: FormValues,
  kinds: K,
): Partial<ValuesOf<K>> {
  const before = new Map<string, unknown>(Object.entries(readFields(first, kinds)))
  const changed = Object.entries(readFields(values, kinds)).filter(
    ([name, now]) =>
      now instanceof File || JSON.stringify(now) !== JSON.stringify(before.get(name)),
  )
  return Object.fromEntries(changed) as Partial<ValuesOf<K>>
}

type AnyOf = Extract<Kind, { anyOf: unknown }>

const isOwn = (kind: Kind): kind is OwnKind => typeof kind === 'object' && 'Field' in kind
const isAnyOf = (kind: Kind): kind is AnyOf => typeof kind === 'object' && 'anyOf' in kind

function boxesOf({ anyOf }: AnyOf): Readonly<Record<string, ReactNode>> {
  const named = Array.isArray(anyOf) && Object.fromEntries(anyOf.map((one: string) => [one, one]))
  return named || (anyOf as Readonly<Record<string, ReactNode>>)
}

interface BoxesProps extends Chooses {
  options: Readonly<Record<string, ReactNode>>
  chosen: unknown
}

/** A group of boxes; the first reports too few or too many. */
function Boxes({ name, label, hint, options, chosen }: BoxesProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const { field } = useKnown(name)
  const [shown, setShown] = useState<string>()
  const isChosen = (one: string) => Array.isArray(chosen) && chosen.includes(one)
  const check = () => {
    const ticked = [...(group.current?.querySelectorAll(':checked') ?? [])]
    const isLeftOut = ticked.length === 0 && field?.isNeeded !== true
    const fault = field && !isLeftOut ? faultOfCount(field, ticked.length) : undefined
    const text = fault ? textOfFault(fault) : ''
    group.current?.querySelector('input')?.setCustomValidity(text)
    return text
  }
  useEffect(() => void check())
  return (
    <fieldset
      ref={group}
      className="flex flex-col gap-2"
      aria-describedby={`${id}-hint ${id}-error`}
      onChange={() => setShown(shown && check())}
      onInvalid={(event) => {
        tellByOurselves(event)
        setShown(check())
      }}
    >
      <legend className="text-sm font-medium">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <div className="grid gap-2 p-1 sm:grid-cols-2">
        {Object.entries(options).map(([one, text]) => (
          <Checkbox
            key={one}
            name={`${name}.${one}`}
            label={text}
            defaultSelected={isChosen(one)}
          />
        ))}
      </div>
      <p id={`${id}-error`} className={`${errorClass} empty:hidden`}>
        {shown}
      </p>
    </fieldset>
  )
}

type Texts = Readonly<Record<string, string>>
const none = {}

interface Saved {
  /** The server's refusals, by path. */
  refused: Texts
  /** The fields of the operation that saves. */
  fields: InputFields
}

/** Tells fields about the operation that saves the page as it is edited. */
export const SavedBy = createContext<Saved>({ refused: none, fields: none })

function textsUnder(texts: Texts, at: string): Texts {
  const start = at && `${at}.`
  const own = Object.entries(texts).filter(([path]) => path.startsWith(start))
  return Object.fromEntries(
    own.map(([path, text]) => [path.slice(start.length).split('.')[0] ?? '', text]),
  )
}

interface LiveFieldsProps<K> extends FieldsProps<K> {
  onChange: (values: ValuesOf<K>) => void
  /** The path of the value that they belong to, to find its refusals; '' for the whole. */
  at?: string
  className?: string
}

/** Fields that report each change at once, without a button. `key` tells whose values they are. */
export function LiveFields<const K extends Kinds>(props: LiveFieldsProps<K>) {
  const { kinds, of, labels, onChange, at, className = 'flex flex-col gap-4' } = props
  const { refused, fields } = use(SavedBy)
  const [texts, checks] =
    at === undefined ? [none, none] : [textsUnder(refused, at), fieldsAt(fields, at)]
  return (
    <form
      className={className}
      data-at={at}
      onSubmit={(event) => event.preventDefault()}
      onInput={({ currentTarget }) => {
        const values = Object.fromEntries(new FormData(currentTarget)) as FormValues
        onChange(readFields(values, kinds))
      }}
    >
      <FormValidationContext value={texts}>
        <KnownOfFields value={{ texts, checks }}>
          <Fields {...{ kinds, of, labels }} />
        </KnownOfFields>
      </FormValidationContext>
    </form>
  )
}

const entriesOf = (kinds: Kinds) => Object.entries(kinds) as [FieldName, Kind][]
