import type { InputField, InputFields } from '@lyceum/sdk/inputs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  Form as AriaForm,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  FormValidationContext,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components'
import { flushSync } from 'react-dom'
import { findText, t } from '../../texts/texts.ts'
import { inputClass } from '../bits.tsx'
import { Button, type ButtonLook } from '../button.tsx'
import {
  detailOf,
  fieldsInEnglish,
  isAboutFields,
  messageOf,
  textsOfFields,
} from '../error-text.ts'
import { type Fault, faultOf, faultOfBrowser } from './faults.ts'
import { useLeaveGuard } from './leave-guard.ts'

/** What a form holds, by the names of its fields; a box that is not ticked is missing. */
export type FormValues = Record<string, string>

/** Names of fields whose error only the server says, in English. */
const InEnglish = createContext<readonly string[]>([])
/** What is wrong with fields that are the browser's own. */
const AtFields = createContext<Readonly<Record<string, string>>>({})
/** What the fields may hold, as far as the API says it. */
const Checks = createContext<InputFields>({})

/** What may be held by the field of this name, of the form around it. */
export const useChecks = (name = ''): InputField | undefined => use(Checks)[name]

/** What a fault means for the reader. What a pattern wants is said by the hint of the field. */
export const textOfFault = ({ code, limit = 0 }: Fault, hint?: string): string =>
  (code === undefined ? hint : findText(`issue.${code}`, { limit })) ?? t('issue.type')

export interface FormProps<Output> {
  /** Sends the values, told what they were at first. What it throws is shown: at the fields, or above them. */
  onSubmit: (values: FormValues, form: HTMLFormElement, first: FormValues) => Promise<Output>
  submit: string
  /** What the fields may hold, as `fieldsOf` an operation says: told before it is sent. */
  checks?: InputFields
  /** Said once it is done; what the page shows is read again then, as after every mutation. */
  done?: string
  /** The page to go to then. */
  leadsTo?: (output: Output) => string
  look?: ButtonLook
  actions?: ReactNode
  /** While what it needs is not there yet, such as a file that is being sent. */
  isDisabled?: boolean
  /** Whether what was typed is worth a question before it is lost. */
  asks?: boolean
  /** Whether sending it only shows what it would do. */
  isLook?: boolean
  /** Whether it comes in place of another form, and one types on. */
  isNext?: boolean
  children?: ReactNode
  className?: string
}

export function Form<Output>(props: FormProps<Output>) {
  const { onSubmit, submit, done, look = 'primary', actions, isDisabled, className = '' } = props
  const { asks = false, isLook = false, checks = noFields } = props
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const first = useRef<FormValues>(undefined)
  // Values that come later by themselves, such as of choices, were not typed.
  const isTouched = useRef(false)
  const [mended, setMended] = useState<readonly string[]>([])
  const sending = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const values = valuesIn(form)
      const output = await onSubmit(values, form, first.current ?? {})
      if (!isLook) {
        first.current = values
        isTouched.current = false
      }
      if (props.leadsTo) await navigate({ to: props.leadsTo(output) })
    },
    meta: { showsErrors: true, done },
  })
  const { error, isPending, variables: sent } = sending
  const texts = useMemo(() => textsAtFields(error, sent), [error, sent])
  const atFields = useMemo(() => without(texts, mended), [texts, mended])
  const isAboutAll = error !== null && Object.keys(texts).length === 0
  const inEnglish = fieldsInEnglish(error).map((path) => fieldOf(path, sent))
  const elsewhere = Object.entries(atFields).filter(([name]) => !hasField(sent, name))

  useLeaveGuard({
    isUnsaved: () =>
      asks &&
      isTouched.current &&
      element.current !== null &&
      !isSame(valuesIn(element.current), first.current ?? {}),
    question: t('form.leave'),
    form: () => element.current,
  })

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // It may be in a dialog of another form.
    event.stopPropagation()
    if (isPending) return
    setMended([])
    sending.mutate(event.currentTarget)
  }

  /** What the server refused is for the server to look at again: browsers would send nothing. */
  function unblock(): void {
    flushSync(() => setMended(Object.keys(texts)))
  }

  /** While they type, not when they leave the field: the button would move under the click. */
  function mend({ target }: FormEvent): void {
    isTouched.current = true
    const { name } = target as HTMLInputElement
    if (name in atFields) setMended([...mended, name])
  }

  return (
    <AriaForm
      ref={(form) => {
        element.current = form
        if (form === null || first.current !== undefined) return
        first.current = valuesIn(form)
        // In a dialog one types at once.
        if (props.isNext || form.closest('[role=dialog]') !== null)
          form.querySelector<HTMLElement>('input, select, textarea')?.focus()
      }}
      onSubmit={send}
      validationErrors={atFields}
      className={`flex flex-col gap-4 ${className}`}
    >
      {isAboutAll && <FormError error={error} />}
      {elsewhere.map(([name, text]) => (
        <p key={name} role="alert" className={errorClass}>
          {name}: {inEnglish.includes(name) ? inServersWords(text) : text}
        </p>
      ))}
      <div className="contents" onInput={mend}>
        <InEnglish value={inEnglish}>
          <AtFields value={atFields}>
            <Checks value={checks}>{props.children}</Checks>
          </AtFields>
        </InEnglish>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look={look}
          isPending={isPending}
          disabled={isDisabled}
          // The field keeps the focus: an error that goes as it is left would move the button away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={unblock}
        >
          {submit}
        </Button>
        {actions}
      </div>
    </AriaForm>
  )
}

const noFields: InputFields = {}

interface RefusedFieldsProps {
  value: Texts
  checks?: InputFields
  children: ReactNode
}

/** Fields outside of a form that is sent, with what the server refused of them. */
export function RefusedFields({ value, checks = noFields, children }: RefusedFieldsProps) {
  return (
    <FormValidationContext value={value}>
      <AtFields value={value}>
        <Checks value={checks}>{children}</Checks>
      </AtFields>
    </FormValidationContext>
  )
}

function valuesIn(form: HTMLFormElement): FormValues {
  return Object.fromEntries(new FormData(form)) as FormValues
}

/** Files are compared by what they are called. */
function isSame(left: FormValues, right: FormValues): boolean {
  const [one, other] = [left, right].map((values) =>
    Object.entries<unknown>(values).map(([name, value]) => [
      name,
      value instanceof File ? value.name : value,
    ]),
  )
  return JSON.stringify(one) === JSON.stringify(other)
}

type Texts = Record<string, string>
type Sent = HTMLFormElement | undefined

/** What is wrong with each field; an error with a name of its own says it in our words. */
function textsAtFields(error: unknown, form: Sent): Texts {
  const issues = Object.entries(textsOfFields(error)).filter(([path]) => path !== '')
  return Object.fromEntries(
    issues.map(([path, text]) => [
      fieldOf(path, form),
      isAboutFields(error) ? text : messageOf(error),
    ]),
  )
}

function without(texts: Texts, mended: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !mended.includes(name)))
}

/** What is wrong with `tags.0` stands at `tags`, and with `certificate.color` at `color`. */
function fieldOf(path: string, form: Sent): string {
  const parts = path.split('.')
  const wholes = parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
  return [...wholes, ...parts.toReversed()].find((name) => hasField(form, name)) ?? path
}

function hasField(form: Sent, name: string): boolean {
  return form !== undefined && form.elements.namedItem(name) !== null
}

function inServersWords(text: string): ReactNode {
  return (
    <>
      {t('issue.other')} <span lang="en">{text}</span>
    </>
  )
}

export function FormError({ error }: { error: unknown }) {
  return (
    <p role="alert" className="rounded-lg border border-bad px-3 py-2 text-bad">
      {messageOf(error)} <span lang="en">{detailOf(error)}</span>
    </p>
  )
}

const labelClass = 'text-sm font-medium'
const hintClass = 'text-sm text-muted'
export const errorClass = 'block text-sm text-bad first-letter:uppercase'

interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'validate'> {
  label: string
  hint?: string
  /** Lines of a text; one without. */
  rows?: number
  /** The server's format of numbers and dates that browsers have a field for. */
  kind?: 'number' | 'date' | 'datetime-local'
  min?: number
  max?: number
  step?: 'any'
}

/** A field for a text. `isRequired` marks the others as optional, and is checked on sending. */
export function TextField(props: TextFieldProps) {
  const { label, hint, rows, kind, dir = 'auto', ...rest } = props
  const isInEnglish = use(InEnglish).includes(rest.name ?? '')
  const field = useChecks(rest.name)
  const { min = field?.minimum, max = field?.maximum, step, ...input } = rest
  const type = kind ?? rest.type
  const validate = (typed: string) => {
    const fault = field && faultOf(field, typed)
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
        <Input className={inputClass} {...{ type, min, max, step, dir }} />
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

/** What does not look like an address is told so, whatever its pattern is. */
function codedFor(type: string | undefined, fault: Fault): Fault {
  return fault.code === undefined && type === 'email' ? { code: 'email' } : fault
}

interface LabeledProps {
  name?: string | undefined
  label: string
  hint?: string
}

function Labeled(props: LabeledProps & { children: (ids: object) => ReactNode }) {
  const { name = '', label, hint, children } = props
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  const text = use(AtFields)[name] ?? (isMissing ? t('issue.required') : undefined)
  const isInEnglish = use(InEnglish).includes(name)
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

/** Keeps the browser from telling it in its own language; as it does, leads to the first. */
export function tellByOurselves(event: FormEvent<HTMLElement>): void {
  const input = event.target as HTMLInputElement
  const isFirst = input.form?.querySelector(':invalid:not(fieldset)') === input
  if (isFirst && !event.defaultPrevented) input.focus()
  event.preventDefault()
}

interface SelectFieldProps extends LabeledProps {
  options: Readonly<Record<string, string>>
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  isDisabled?: boolean
  isRequired?: boolean
}

/**
 * One of few values: the browser's own list, which phones show best. Nothing is chosen by itself:
 * without a value it asks for one, unless there is only one, or the options have one for none.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, options, onChange, isDisabled, isRequired, ...rest } = props
  const values = Object.keys(options)
  const asks =
    values.length > 1 && ![rest.value ?? rest.defaultValue, ''].some((it = '') => it in options)
  return (
    <Labeled name={rest.name} label={label} hint={hint}>
      {(ids) => (
        <select
          {...ids}
          className={inputClass}
          disabled={isDisabled}
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

/** Plain numbers would come before. */
const noneFirst = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).sort(([one], [other]) => Number(other === '') - Number(one === ''))

interface FileFieldProps extends LabeledProps, Omit<ComponentProps<'input'>, 'type'> {
  isRequired?: boolean
}

/** Takes a file by a click, or dropped onto it. */
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

interface CheckboxProps {
  label: ReactNode
  name?: string
  isSelected?: boolean
  defaultSelected?: boolean
  onChange?: (isSelected: boolean) => void
  isDisabled?: boolean
}

/** The browser's own: forms around it hear of its changes. */
export function Checkbox(props: CheckboxProps) {
  const { label, name, isSelected, defaultSelected, onChange, isDisabled } = props
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        name={name}
        className="mt-0.5 size-5 shrink-0 accent-brand"
        checked={isSelected}
        defaultChecked={defaultSelected}
        disabled={isDisabled}
        onChange={onChange && (({ target }) => onChange(target.checked))}
      />
      <span>{label}</span>
    </label>
  )
}
