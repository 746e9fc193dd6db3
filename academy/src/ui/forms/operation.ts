import type { InputField, InputFields } from '@lyceum/sdk/inputs'
import { use } from 'react'
import type { FieldName } from '../names.ts'
import type { Kind, Kinds } from './fields.tsx'
import type { FormValues } from './form.tsx'
import { FieldsOfZone, type OwnField, type OwnKind } from './own-field.ts'

/** How to ask for a field, where the operation's schema does not say it. */
export type Look =
  | Extract<Kind, 'text!' | 'long!' | 'date!' | 'instant' | 'file' | 'file!' | 'dayRule' | 'lines'>
  | Exclude<Kind, string>

/** Fields that every form handles by itself: the preview and the proof of identity. */
type OfAllForms<Input> =
  | 'dryRun'
  | ('password' extends keyof Input
      ? 'code' extends keyof Input
        ? 'password' | 'code'
        : never
      : never)

/** The field names of an operation's input. */
export type FieldOf<Input> = keyof NonNullable<Input>

/** Describes a form: names its fields in order; the API says everything else about them. */
export interface OperationForm<Input, Output, Name extends FieldOf<Input>, Given, Without, Sent> {
  to: { mutate(input: Input): Promise<Output> }
  fields?: readonly Name[]
  looks?: { readonly [One in Name]?: Look }
  /** Other keys for the fields' texts. */
  labels?: { readonly [One in Name]?: FieldName }
  /** Input that nobody types, such as ids. */
  input?: Given & Partial<Input>
  /** Fields that the form leaves out. */
  without?: readonly Without[]
  /** The item being edited: only changes are sent, plus `input` and required fields. */
  of?: { readonly [One in Name]?: unknown } | null
  /** The initial values of the fields. */
  defaults?: { readonly [One in Name]?: unknown }
  /** Replaces the call of the operation; also gets the values of the page's own fields. */
  send?: (input: Given & Pick<NonNullable<Input>, Name>, typed: FormValues) => Promise<Sent>
}

/** The fields that are neither asked for, given, nor named in `without`. */
type Undecided<Input, Name, Given, Without> = Exclude<
  FieldOf<Input>,
  Name | keyof Given | Without | OfAllForms<NonNullable<Input>>
>

/** Fails to compile while a field, or the name of its texts, is undecided. */
export type Decided<Input, Name, Given, Without> = Open<
  'undecided',
  Undecided<Input, Name, Given, Without>
> &
  Open<'labels', Exclude<Name, FieldName>>

type Open<What extends string, Names> = [Names] extends [never]
  ? unknown
  : { [One in What]: { [Left in Names & string]: FieldName } }

/** Returns how to ask for each field of a form, by name. */
export function useKinds(
  names: readonly string[],
  fields: InputFields,
  looks: { readonly [name: string]: Look | undefined } = {},
  edits = false,
): Kinds {
  const zone = use(FieldsOfZone)
  return Object.fromEntries(
    names.map((name) => [name, kindOf(fields[name], name, { look: looks[name], edits, zone })]),
  )
}

interface Asking {
  look?: Look | undefined
  edits?: boolean
  /** The zone has fields of its own for these names. */
  zone?: { readonly [name: string]: OwnField | undefined }
}

/** The length from which a text gets several lines. */
const longText = 400

/** Decides how to ask for a field. An edited one may be omitted, but only emptied if allowed. */
export function kindOf(
  field: InputField | undefined,
  name: string,
  { look, edits = false, zone = {} }: Asking,
): Kind {
  // Operations that take a file have no schema here.
  if (field === undefined) return look ?? 'text'
  const isRequired = edits ? !mayBeEmpty(field) : field.isNeeded === true && !field.isNullable
  const mayBeNone = edits
    ? field.isNullable
    : !isRequired && (field.isNullable || field.default === undefined)
  const mark = isRequired ? '!' : ''
  const facts = { isRequired, isMany: field.type === 'list' }
  const ofZone = look === undefined && isAnyText(field.item ?? field) ? zone[name] : undefined
  const Field = ofZone ?? ownFieldOf(look)
  if (Field) return { Field, ...facts }
  if (typeof look === 'string') return isMarked(look) ? look : `${look}${mark}`
  const choices = look ?? field.values
  if (isList(choices)) return mayBeNone ? ['', ...choices] : choices
  if (choices !== undefined) return choices
  switch (field.type) {
    case 'flag':
      return 'box'
    case 'list':
      return field.item?.values ? { anyOf: field.item.values } : 'list'
    case 'number':
    case 'instant':
      return `${field.type}${mark}`
    case 'day':
      return `date${mark}`
    default:
      return `${textKindOf(field, name)}${mark}`
  }
}

const ownFieldOf = (look: Look | undefined) => (look as Partial<OwnKind> | undefined)?.Field

const isMarked = (look: string): look is Extract<Look, `${string}!`> => look.endsWith('!')

/** Whether it takes texts that name something, not one of a few values. */
const isAnyText = ({ type, values }: InputField) => type === 'text' && values === undefined

const isList = (choices: Look | undefined): choices is readonly string[] => Array.isArray(choices)

function textKindOf({ maxLength = 0 }: InputField, name: string) {
  if (/email$/i.test(name)) return 'email'
  if (name === 'url') return 'url'
  return maxLength >= longText ? 'long' : 'text'
}

function mayBeEmpty({ isNullable, type, minLength = 0, minItems = 0, pattern = '' }: InputField) {
  if (isNullable || type === 'flag') return true
  if (type === 'list') return minItems === 0
  return type === 'text' && minLength === 0 && new RegExp(pattern).test('')
}

/**
 * Turns values into the operation's input. Empty ones are omitted where they may be, which can mean
 * "unchanged"; those of an edited item, and required ones, are emptied.
 */
export function inputOf(
  values: Readonly<Record<string, unknown>>,
  fields: InputFields,
  edits = false,
): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    sentOf(value, fields[name], edits),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function sentOf(value: unknown, field: InputField | undefined, edits: boolean): unknown {
  if (field === undefined) return value ?? undefined
  // A select can stand for a list of one.
  const sent = field.type === 'list' && typeof value === 'string' ? [value] : value
  const isNone = sent === null || (Array.isArray(sent) && sent.length === 0)
  if (isNone) return edits || field.isNeeded ? noneOf(field) : undefined
  if (typeof sent !== 'string') return sent
  if (field.type === 'flag') return sent === 'true'
  return field.type === 'number' ? Number(sent) : sent
}

/** Returns the value that empties a field, if it may be empty. */
function noneOf(field: InputField): unknown {
  if (field.isNullable) return null
  if (!mayBeEmpty(field)) return undefined
  if (field.type === 'list') return []
  return field.type === 'text' ? '' : undefined
}
