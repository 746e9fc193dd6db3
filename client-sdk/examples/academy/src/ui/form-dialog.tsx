import { type ReactNode, useState } from 'react'
import { type ActionProps, textsOf } from './action-button.tsx'
import { DialogButton, type DialogButtonLook } from './dialog.tsx'
import { Fields, type Kinds, readFields, type ValuesNow, type ValuesOf } from './fields.tsx'
import { Form, type FormValues } from './form.tsx'

interface DialogFormProps<K, Output> {
  name: ActionProps['name']
  kinds?: K
  of?: ValuesNow<K>
  /** Sends what was typed; errors are shown in the form. */
  send: (values: ValuesOf<K>, all: FormValues) => Promise<Output>
  /** The page to go to once it was sent. */
  leadsTo?: (output: NoInfer<Output>) => string
  /** Shown in place of the form once it was sent. Without it the dialog closes. */
  result?: (output: Output, close: () => void, values: ValuesOf<K>) => ReactNode
  /** Where what it sends says by itself how it went. */
  isSilent?: boolean
  /** Above the fields, in place of `….hint`. */
  intro?: ReactNode
  children?: ReactNode
}

type FormDialogProps<K, Output> = DialogFormProps<K, Output> &
  ActionProps &
  Partial<DialogButtonLook>

export function FormDialog<const K extends Kinds = Record<never, never>, Output = unknown>(
  props: FormDialogProps<K, Output>,
) {
  const { icon, look, isDisabled, needs, ...form } = props
  const texts = textsOf(props.name)
  const { label = texts.label, title = props.label ?? texts.title } = props
  return (
    <DialogButton {...{ label, title, icon, look, isDisabled, needs }}>
      {(close) => <DialogForm close={close} {...form} />}
    </DialogButton>
  )
}

function DialogForm<K extends Kinds, Output>(
  props: DialogFormProps<K, Output> & { close: () => void },
) {
  const { name, kinds = {} as K, of, send, result, leadsTo, isSilent, close, children } = props
  const { label, hint, done } = textsOf(name)
  const { intro = hint } = props
  const [sent, setSent] = useState<{ output: Output; values: ValuesOf<K> }>()
  if (result && sent) return <div role="status">{result(sent.output, close, sent.values)}</div>
  return (
    <Form
      submit={label}
      done={result || isSilent ? undefined : done}
      leadsTo={leadsTo}
      onSubmit={async (typed) => {
        const values = readFields(typed, kinds)
        const output = await send(values, typed)
        if (result === undefined) close()
        else setSent({ output, values })
        return output
      }}
    >
      {intro !== undefined && <div className="text-muted">{intro}</div>}
      <Fields kinds={kinds} of={of} />
      {children}
    </Form>
  )
}
