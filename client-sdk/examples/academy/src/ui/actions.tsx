import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { findText, type TextKey, t } from '../texts/texts.ts'
import { Button, type ButtonLook } from './button.tsx'
import { ConfirmButton, DialogButton } from './dialog.tsx'
import { Form, type FormValues } from './form.tsx'

interface ActionProps {
  /**
   * The key of its name. Beside it there may be a text `….ask`, which is asked before, `….hint` for
   * the dialog, and `….done`, which is said afterwards.
   */
  name: TextKey
  look?: ButtonLook
}

function textsOf(name: TextKey) {
  const [ask, hint] = [findText(`${name}.ask`), findText(`${name}.hint`)]
  return { label: String(findText(name)), ask, hint, done: findText(`${name}.done`) ?? t('saved') }
}

/** A button that changes something, at once or after a question. */
export function ActionButton({ name, look, run }: ActionProps & { run: () => Promise<unknown> }) {
  const { label, ask, done } = textsOf(name)
  const { isPending, mutate, mutateAsync } = useMutation({ mutationFn: run, meta: { done } })
  if (ask === undefined)
    return (
      <Button look={look ?? 'normal'} isPending={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    )
  const shown = { label, title: label, text: ask, confirm: label }
  return <ConfirmButton look={look ?? 'danger'} {...shown} onConfirm={() => mutateAsync()} />
}

interface FormDialogProps<Output> extends ActionProps {
  /** Sends what was typed; errors are shown in the form. */
  send: (values: FormValues) => Promise<Output>
  /** Shown in place of the form once it was sent. Without it the dialog closes. */
  result?: (output: Output, close: () => void) => ReactNode
  children?: ReactNode
}

/** A button that opens a form in a dialog. */
export function FormDialog<Output>({ look = 'normal', ...rest }: FormDialogProps<Output>) {
  const { label } = textsOf(rest.name)
  return (
    <DialogButton label={label} title={label} look={look}>
      {(close) => <DialogForm close={close} {...rest} />}
    </DialogButton>
  )
}

function DialogForm<Output>(props: FormDialogProps<Output> & { close: () => void }) {
  const { name, send, result, close, children } = props
  const { label, hint, done } = textsOf(name)
  const [output, setOutput] = useState<{ value: Output }>()
  const meta = { showsErrors: true, ...(result === undefined && { done }) }
  const { mutateAsync } = useMutation({ mutationFn: send, meta })
  if (result && output) return <div role="status">{result(output.value, close)}</div>
  return (
    <Form
      submit={label}
      onSubmit={async (values) => {
        const value = await mutateAsync(values)
        if (result === undefined) close()
        else setOutput({ value })
      }}
    >
      {hint !== undefined && <p className="text-muted">{hint}</p>}
      {children}
    </Form>
  )
}
