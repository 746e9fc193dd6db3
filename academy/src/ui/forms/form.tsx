import type { InputFields } from '@lyceum/sdk/inputs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { t } from '../../texts/texts.ts'
import { Button, type ButtonLook } from '../button.tsx'
import {
  detailOf,
  fieldsInEnglish,
  isAboutFields,
  messageOf,
  textsOfFields,
} from '../error-text.ts'
import { errorClass, inServersWords, KnownOfFields } from './controls.tsx'
import { type AnyMutation, fieldsOf } from './inputs.ts'
import { useLeaveGuard } from './leave-guard.ts'

/** What a form holds, by the names of its fields; a box that is not ticked is missing. */
export type FormValues = Record<string, string>

export interface FormProps<Output> {
  /** Sends the values, told what they were at first. What it throws is shown: at the fields, or above them. */
  onSubmit: (values: FormValues, form: HTMLFormElement, first: FormValues) => Promise<Output>
  submit: string
  /** The operation: what it would refuse is told before it is sent. */
  to?: AnyMutation
  /** Which of its fields are asked for as it takes them; by default all. */
  asked?: readonly string[]
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
  const { asks = false, isLook = false, to, asked } = props
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
        <KnownOfFields value={{ checks: checksOf(to, asked), texts: atFields, inEnglish }}>
          {props.children}
        </KnownOfFields>
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

function checksOf(to: AnyMutation | undefined, asked?: readonly string[]): InputFields {
  const all = Object.entries(to ? fieldsOf(to) : {})
  return Object.fromEntries(all.filter(([name]) => asked?.includes(name) ?? true))
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

export function FormError({ error }: { error: unknown }) {
  return (
    <p role="alert" className="rounded-lg border border-bad px-3 py-2 text-bad">
      {messageOf(error)} <span lang="en">{detailOf(error)}</span>
    </p>
  )
}
