import type { AdminPermission } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useMay } from '../session/session.ts'
import { findText, type TextKey } from '../texts/texts.ts'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'bg-brand text-on-brand hover:brightness-110 border-brand',
  normal: 'bg-paper text-ink border-field hover:bg-panel',
  danger: 'bg-paper text-bad border-bad hover:bg-panel',
  quiet: 'border-transparent text-brand hover:bg-tint',
}
export type ButtonLook = keyof typeof looks

const base =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-lg border px-4 py-1.5 font-medium wrap-break-word no-underline transition-colors disabled:opacity-60 aria-disabled:opacity-60 print:hidden'

export function buttonClass(look: ButtonLook = 'normal', more = ''): string {
  return `${base} ${looks[look]} ${more}`
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** Shows that it is working and ignores clicks; it keeps the focus. */
  isPending?: boolean
}

export function Button(props: ButtonProps) {
  const { look, isPending, className, children, onClick, ...rest } = props
  function click(event: MouseEvent<HTMLButtonElement>): void {
    // The second click of a double click may come before the button shows that it is working.
    const isAgain = isPending !== undefined && event.detail > 1
    if (isPending || isAgain) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      className={buttonClass(look, className)}
      aria-busy={isPending || undefined}
      // Not `disabled`: it would lose the focus.
      aria-disabled={isPending || undefined}
      onClick={click}
      {...rest}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  )
}

export const ButtonLink = createLink(function ButtonAnchor({
  look,
  className,
  ...rest
}: ComponentProps<'a'> & { look?: ButtonLook }) {
  return <a className={buttonClass(look, className)} {...rest} />
})

interface NextStepProps extends ComponentProps<'a'> {
  text: string
  label: string
  look?: ButtonLook
}

/** Shows how things stand, with a link to the next step. */
export const NextStep = createLink(function NextStepAnchor(props: NextStepProps) {
  const { text, label, look, ...rest } = props
  return (
    <>
      <p className="mb-4">{text}</p>
      <a className={buttonClass(look)} {...rest}>
        {label}
      </a>
    </>
  )
})

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Says what the button does: read by screen readers, shown as a tooltip. */
  label: string
  children: ReactNode
}

export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-panel hover:text-ink disabled:opacity-50 ${className}`}
      {...rest}
    />
  )
}

/**
 * The key of an action's name, beside which `….done` says what was done. There may be `….title` of
 * its dialog, `….act`, what its button there says, `….ask`, what is asked before, and `….hint`, what
 * a form begins with.
 */
export type ActionName =
  | { [Name in TextKey]: `${Name}.done` extends TextKey ? Name : never }[TextKey]
  | Visible

/** Actions whose result shows, so that nothing is said. */
type Visible =
  | 'account.unlink'
  | 'attempt.forget'
  | 'calendar.revoke'
  | 'cart.removeCoupon'
  | 'courseFiles.rename'
  | 'erase'
  | 'factors.remove'
  | 'giveTime'
  | 'goOn'
  | 'notifications.readAll'
  | 'quiz.again'
  | 'quiz.start'
  | 'secondFactor.usePasskey'
  | 'sections.addSection'
  | 'sections.rename'
  | 'sessions.end'
  | 'sessions.endOthers'

export interface ActionLook {
  look?: ButtonLook
  /** Hides the button from anyone without this permission. */
  needs?: AdminPermission
}

export function textsOf(name: TextKey) {
  const find = (one: string) => findText(`${name}.${one}`)
  const label = String(findText(name))
  const [title, act] = [find('title') ?? label, find('act') ?? label]
  return { label, title, act, done: find('done'), ask: find('ask'), hint: find('hint') }
}

/** Changes something; the page is read again afterwards. */
export type Action = () => Promise<unknown>

interface ActionButtonProps extends ActionLook {
  name: ActionName
  run: Action
}

/** A button that acts at once and waits for the result; errors become toasts. */
export function ActionButton({ name, look, needs, run }: ActionButtonProps) {
  const { label, done } = textsOf(name)
  const { mutate, isPending } = useMutation({ mutationFn: run, meta: { done, isPressed: true } })
  if (!useMay()(needs)) return null
  return (
    <Button look={look} isPending={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
