import type { InputFields } from '@lyceum/sdk/inputs'
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useId,
  useState,
} from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components'
import { findText, t } from '../../texts/texts.ts'
import { inputClass } from '../bits.tsx'
import { EyeIcon } from '../icons.tsx'
import { type Fault, faultOf, faultOfBrowser } from './faults.ts'

/** Facts about a form's fields, by name. */
interface Known {
  /** The bounds that the API states. */
  checks: InputFields
  /** The server's refusals. */
  texts: Readonly<Record<string, string>>
  /** The fields whose refusal is in the server's English. */
  inEnglish?: readonly string[]
}

/** Passes what the form knows to its fields. */
export const KnownOfFields = createContext<Known>({ checks: {}, texts: {} })

/** Returns what the form knows about the field with this name. */
export function useKnown(name = '') {
  const { checks, texts, inEnglish } = use(KnownOfFields)
  return { field: checks[name], text: texts[name], isInEnglish: inEnglish?.includes(name) }
}

/** Explains a fault to the reader; the field's hint explains its pattern. */
export const textOfFault = ({ code, limit = 0 }: Fault, hint?: string): string =>
  (code === undefined ? hint : findText(`issue.${code}`, { limit })) ?? t('issue.type')

export const inServersWords = (text: string): ReactNode => (
  <>
    {t('issue.other')} <span lang="en">{text}</span>
  </>
)

const labelClass = 'text-sm font-medium'
const hintClass = 'text-sm text-muted'
export const errorClass = 'block text-sm text-bad first-letter:uppercase'

interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'validate'> {
  label: string
  hint?: string
  /** The lines of a text area; left out, it is a single-line field. */
  rows?: number
  /** The server's format for numbers and dates, where browsers have a field for it. */
  kind?: 'number' | 'date' | 'datetime-local'
  min?: number
  max?: number
  step?: 'any'
}

/** A text field. `isRequired` is checked on submit; fields without it are marked as optional. */
export function TextField(props: TextFieldProps) {
  const { label, hint, rows, kind, dir = 'auto', ...rest } = props
  const { field, isInEnglish } = useKnown(rest.name)
  const { min = field?.minimum, max = field?.maximum, step, ...input } = rest
  const type = kind ?? rest.type
  const isPassword = type === 'password'
  const [isShown, setShown] = useState(false)
  const validate = (typed: string) => {
    // Items that hold commas have a line each.
    const fault = field && faultOf(field, typed, rows === undefined ? ',' : '\n')
    return fault && textOfFault(codedFor(type, fault), hint)
  }
  const limits = { minimum: min, maximum: max, minLength: rest.minLength }
  return (
    <AriaTextField className="flex flex-col gap-1" {...input} validate={validate}>
      <Label className={labelClass}>
        {label}
        {!rest.isRequired && !rest.isReadOnly && (
          <span className={hintClass}> {t('form.optional')}</span>
        )}
      </Label>
      {rows === undefined ? (
        <span className="relative flex">
          <Input
            className={`${inputClass} ${isPassword ? 'pe-12' : ''}`}
            {...{ type: isShown ? 'text' : type, min, max, step, dir }}
          />
          {isPassword && (
            <button
              type="button"
              aria-label={t('password.show')}
              aria-pressed={isShown}
              title={t('password.show')}
              className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-lg text-muted hover:text-ink aria-pressed:text-brand"
              onClick={() => setShown(!isShown)}
            >
              <EyeIcon />
            </button>
          )}
        </span>
      ) : (
        <TextArea className={inputClass} dir={dir} rows={rows} />
      )}
      {hint !== undefined && (
        <Text slot="description" className={hintClass}>
          {hint}
        </Text>
      )}
      <FieldError className={errorClass}>
        {({ validationErrors, validationDetails }) => {
          const fault = faultOfBrowser(validationDetails, type, limits)
          if (fault !== undefined) return textOfFault(fault, hint)
          const text = validationErrors.join(' ')
          return isInEnglish ? inServersWords(text) : text
        }}
      </FieldError>
    </AriaTextField>
  )
}

/** Reports a malformed email as such, whatever the field's pattern. */
function codedFor(type: string | undefined, fault: Fault): Fault {
  return fault.code === undefined && type === 'email' ? { code: 'email' } : fault
}

interface LabeledProps {
  name?: string | undefined
  label: string
  hint?: string
}

function Labeled(props: LabeledProps & { children: (ids: object) => ReactNode }) {
  const { name, label, hint, children } = props
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  const { text: refused, isInEnglish } = useKnown(name)
  const text = refused ?? (isMissing ? t('issue.required') : undefined)
  return (
    <div
      className="flex flex-col gap-1"
      onInvalid={(event) => {
        tellByOurselves(event)
        setMissing(true)
      }}
      onChange={() => setMissing(false)}
    >
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-hint ${id}-error`,
        ...(text !== undefined && { 'aria-invalid': true }),
      })}
      <span id={`${id}-hint`} className={`${hintClass} empty:hidden`}>
        {hint}
      </span>
      <span id={`${id}-error`} className={`${errorClass} empty:hidden`}>
        {text !== undefined && isInEnglish ? inServersWords(text) : text}
      </span>
    </div>
  )
}

/** Keeps the browser's own message from showing; like it, focuses the first invalid field. */
export function tellByOurselves(event: FormEvent<HTMLElement>): void {
  const input = event.target as HTMLInputElement
  const isFirst = input.form?.querySelector(':invalid:not(fieldset)') === input
  if (isFirst && !event.defaultPrevented) input.focus()
  event.preventDefault()
}

export interface SelectFieldProps extends LabeledProps {
  options: Readonly<Record<string, string>>
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  isRequired?: boolean
}

/**
 * One of a few values, as the browser's own select, which works best on phones. Without a value it
 * asks for one, unless there is only one, or one of the options stands for none.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, options, onChange, isRequired, ...rest } = props
  const values = Object.keys(options)
  const asks =
    values.length > 1 && ![rest.value ?? rest.defaultValue, ''].some((it = '') => it in options)
  return (
    <Labeled name={rest.name} label={label} hint={hint}>
      {(ids) => (
        <select
          {...ids}
          className={inputClass}
          required={isRequired || asks}
          onChange={onChange && (({ target }) => onChange(target.value))}
          {...rest}
          {...(asks && rest.value !== undefined && { value: '' })}
        >
          {asks && <option value="">{t('form.choose')}</option>}
          {noneFirst(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}

/** Puts the empty option first, because numeric keys would come before it. */
const noneFirst = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).sort(([one], [other]) => Number(other === '') - Number(one === ''))

interface FileFieldProps extends LabeledProps, Omit<ComponentProps<'input'>, 'type'> {
  isRequired?: boolean
}

/** Takes a file by a click or a drop. */
export function FileField({ label, hint, isRequired, ...rest }: FileFieldProps) {
  return (
    <Labeled name={rest.name} label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          type="file"
          required={isRequired}
          {...rest}
          className="w-full rounded-xl border border-dashed border-field bg-panel p-6 file:me-3 file:min-h-10 file:cursor-pointer file:rounded-lg file:border file:border-field file:bg-paper file:px-3 file:text-ink"
        />
      )}
    </Labeled>
  )
}
