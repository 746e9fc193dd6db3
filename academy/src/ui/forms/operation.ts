import type { InputField, InputFields } from '@lyceum/sdk/inputs'
import type { FieldName } from '../names.ts'
import type { Kind, Kinds } from './fields.tsx'
import type { FormValues } from './form.tsx'

/** How a field is asked for, where what the operation takes does not say it. */
export type Look =
  | Extract<Kind, 'text!' | 'instant' | 'file' | 'file!' | 'courseId' | 'courseSlug' | 'dayRule'>
  | Exclude<Kind, string>

/** Fields that a form asks for by itself, or that say what it asks for. */
type OfAllForms<Input> =
  | 'dryRun'
  | ('password' extends keyof Input
      ? 'code' extends keyof Input
        ? 'password' | 'code'
        : never
      : never)

/** The names of what an operation takes. */
export type FieldOf<Input> = keyof NonNullable<Input>

/** A form for an operation: its fields, in order, are named; all else about them the API says. */
export interface OperationForm<Input, Output, Name extends FieldOf<Input>, Given, Without, Sent> {
  to: { mutate(input: Input): Promise<Output> }
  fields?: readonly Name[]
  looks?: { readonly [One in Name]?: Look }
  /** The names of their texts, where these are others. */
  labels?: { readonly [One in Name]?: FieldName }
  /** What it takes and nobody types, such as ids. */
  input?: Given & Partial<Input>
  /** What it takes and the form leaves out. */
  without?: readonly Without[]
  /** What is edited: only what was changed is sent, beside `input` and what is needed. */
  of?: { readonly [One in Name]?: unknown } | null
  /** What the fields hold at first. */
  defaults?: { readonly [One in Name]?: unknown }
  /** In place of calling the operation; told what was typed into fields of the page's own, too. */
  send?: (input: Given & Pick<NonNullable<Input>, Name>, typed: FormValues) => Promise<Sent>
}

/** What nobody has decided yet: each field is asked for, given, or named in `without`. */
type Undecided<Input, Name, Given, Without> = Exclude<
  FieldOf<Input>,
  Name | keyof Given | Without | OfAllForms<NonNullable<Input>>
>

/** Keeps a form from compiling that leaves something open: a field, or the name of its texts. */
export type Decided<Input, Name, Given, Without> = Open<
  'undecided',
  Undecided<Input, Name, Given, Without>
> &
  Open<'labels', Exclude<Name, FieldName>>

type Open<What extends string, Names> = [Names] extends [never]
  ? unknown
  : { [One in What]: { [Left in Names & string]: FieldName } }

/** How the fields of a form are asked for, by their names. */
export const kindsOf = (
  names: readonly string[],
  fields: InputFields,
  looks: { readonly [name: string]: Look | undefined } = {},
  edits = false,
): Kinds =>
  Object.fromEntries(names.map((name) => [name, kindOf(fields[name], name, looks[name], edits)]))

/** Texts of this length and more get several lines. */
const longText = 400

/** How each field is asked for. An edited one may be left out, but emptied only if it may be. */
export function kindOf(
  field: InputField | undefined,
  name: string,
  look?: Look,
  edits = false,
): Kind {
  // Operations that take a file tell nothing.
  if (field === undefined) return look ?? 'text'
  const isRequired = edits ? !mayBeEmpty(field) : field.isNeeded === true && !field.isNullable
  const mayBeNone = edits
    ? field.isNullable
    : !isRequired && (field.isNullable || field.default === undefined)
  const mark = isRequired ? '!' : ''
  if (look === 'text!' || look === 'file!') return look
  if (typeof look === 'string') return `${look}${mark}`
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
 * What was read of fields, as the operation takes it. What holds nothing is left out where it may
 * be, for that can mean "as it is"; to empty what is edited, or what is needed, is to send null.
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
  // One course may be chosen where several may be sent.
  const sent = field.type === 'list' && typeof value === 'string' ? [value] : value
  const isNone = sent === null || (Array.isArray(sent) && sent.length === 0)
  if (isNone) return edits || field.isNeeded ? noneOf(field) : undefined
  if (typeof sent !== 'string') return sent
  if (field.type === 'flag') return sent === 'true'
  return field.type === 'number' ? Number(sent) : sent
}

/** How to say that a field holds nothing, if it may. */
function noneOf(field: InputField): unknown {
  if (field.isNullable) return null
  if (!mayBeEmpty(field)) return undefined
  if (field.type === 'list') return []
  return field.type === 'text' ? '' : undefined
}
