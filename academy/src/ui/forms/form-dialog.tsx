import { type ReactNode, useState } from 'react'
import { type ActionProps, textsOf } from '../action-button.tsx'
import { DialogButton, type DialogButtonLook } from './dialog.tsx'
import {
  changedFields,
  Fields,
  type Kinds,
  readFields,
  type ValuesNow,
  type ValuesOf,
} from './fields.tsx'
import { Form, type FormProps, type FormValues } from './form.tsx'

interface Sends<K, Output> {
  /** What the fields hold at first. */
  defaults?: ValuesNow<K> | undefined
  /** Sends what was typed; errors are shown in the form. */
  send: (values: ValuesOf<K>, all: FormValues) => Promise<Output>
  of?: never
  change?: never
}

interface Changes<K, Output> {
  /** What is edited. */
  of: ValuesNow<K> | null
  /** Sends what was changed alone: what nobody touched is never written back. */
  change: (changed: Partial<ValuesOf<K>>) => Promise<Output>
  defaults?: never
  send?: never
}

type Submits<K, Output> = Sends<K, Output> | Changes<K, Output>

export type FieldsFormProps<K, Output> = Submits<K, Output> &
  Omit<FormProps<Output>, 'onSubmit'> & { kinds: K; above?: ReactNode }

/** A form whose fields are described, and not written out. */
export function FieldsForm<const K extends Kinds, Output>(props: FieldsFormProps<K, Output>) {
  const { kinds, of, defaults, send, change, above, children, ...form } = props
  return (
    <Form
      asks
      {...form}
      onSubmit={(typed, _form, first) =>
        change === undefined
          ? send(readFields(typed, kinds), typed)
          : change(changedFields(typed, first, kinds))
      }
    >
      {above}
      <Fields kinds={kinds} of={of ?? defaults} />
      {children}
    </Form>
  )
}

type DialogFormProps<K, Output> = Submits<K, Output> & DialogProps<K, Output>

interface DialogProps<K, Output> extends Pick<FormProps<Output>, 'children'> {
  name: ActionProps['name']
  kinds?: K
  /** The page to go to once it was sent. */
  leadsTo?: (output: NoInfer<Output>) => string
  /** Shown in place of the form once it was sent. Without it the dialog closes. */
  result?: (output: Output, close: () => void, values: ValuesOf<K>) => ReactNode
  /** Where what it sends says by itself how it went. */
  isSilent?: boolean
  /** Above the fields, in place of `….hint`. */
  intro?: ReactNode
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
  const {
    name,
    kinds = {} as K,
    of,
    defaults,
    send,
    change,
    result,
    isSilent,
    close,
    ...rest
  } = props
  const { label, hint, done } = textsOf(name)
  const { intro = hint, ...fields } = rest
  const [sent, setSent] = useState<{ output: Output; values: ValuesOf<K> }>()
  if (result && sent) return <div role="status">{result(sent.output, close, sent.values)}</div>
  return (
    <FieldsForm
      {...fields}
      kinds={kinds}
      submit={label}
      done={result || isSilent ? undefined : done}
      above={intro !== undefined && <div className="text-muted">{intro}</div>}
      {...(change === undefined
        ? {
            defaults,
            send: async (values: ValuesOf<K>, typed: FormValues) => {
              const output = await send(values, typed)
              if (result === undefined) close()
              else setSent({ output, values })
              return output
            },
          }
        : {
            of,
            change: async (changed: Partial<ValuesOf<K>>) => {
              const output = await change(changed)
              close()
              return output
            },
          })}
    />
  )
}
