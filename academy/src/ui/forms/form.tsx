import type { InputFields } from '@lyceum/sdk/inputs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { findText, t } from '../../texts/texts.ts'
import { Button, type ButtonLook } from '../button.tsx'
import { messageOf } from '../error-text.ts'
import { detailOf, fieldsInEnglish, isAboutFields, textsOfFields } from '../field-texts.ts'
import { type AnyMutation, fieldsOf } from '../inputs/inputs.ts'
import { errorClass, inServersWords, KnownOfFields } from './controls.tsx'
import { useLeaveGuard } from './leave-guard.ts'

/** A form's values by field name; an unticked box is missing. */
export type FormValues = Record<string, string>

export interface FormProps<Output> {
  /** Sends the values; also gets the initial ones. Its error shows at the fields or above. */
  onSubmit: (values: FormValues, form: HTMLFormElement, first: FormValues) => Promise<Output>
  submit: string
  /** The operation: what it would refuse is reported before sending. */
  to?: AnyMutation
  /** The fields that are in the operation's format. Default: all. */
  asked?: readonly string[]
  /** The message on success; the page's data is read again, as after every mutation. */
  done?: string
  /** The page to open afterwards. */
  leadsTo?: (output: Output) => string
  look?: ButtonLook
  actions?: ReactNode
  /** Disables the button while something is not ready, such as an upload. */
  isDisabled?: boolean
  /** Whether to ask before unsaved input is lost. */
  asks?: boolean
  /** Whether submitting only previews the effect. */
  isLook?: boolean
  /** Whether it replaces another form, so that typing can go on. */
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
  // Values that arrive later, such as options, are not input.
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
    meta: { showsErrors: true, isPressed: true, done },
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
    // The form may be in a dialog of another form.
    event.stopPropagation()
    if (isPending) return
    setMended([])
    sending.mutate(event.currentTarget)
  }

  /** Clears the server's refusals before submitting: with them the browser would send nothing. */
  function unblock(): void {
    flushSync(() => setMended(Object.keys(texts)))
  }

  /** Clears a refusal while typing, not on blur: the button would move under the click. */
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
        // In a dialog, typing can start at once.
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
          <NameOfField path={name} />
          {inEnglish.includes(name) ? inServersWords(text) : text}
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
          // Keeps the focus: an error that vanishes on blur would move the button.
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

/** Names a field that the form does not show, by its words alone: a path says nothing to people. */
function NameOfField({ path }: { path: string }) {
  const [name = ''] = path.split('.')
  const words = findText(`field.${name}`) ?? findText(`value.${name}`)
  return words === undefined ? null : <>{words}: </>
}

function checksOf(to: AnyMutation | undefined, asked?: readonly string[]): InputFields {
  const all = Object.entries(to ? fieldsOf(to) : {})
  return Object.fromEntries(all.filter(([name]) => asked?.includes(name) ?? true))
}

export function valuesIn(form: HTMLFormElement): FormValues {
  return Object.fromEntries(new FormData(form)) as FormValues
}

/** Compares values; files count as equal when their names are. */
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

/** Places messages at their fields; an error with a name of its own is explained in our words. */
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

/** Finds the field for a path: `tags.0` belongs to `tags`, `certificate.color` to `color`. */
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
