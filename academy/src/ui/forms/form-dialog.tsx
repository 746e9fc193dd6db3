import { type ReactNode, useState } from 'react'
import type { TextKey } from '../../texts/texts.ts'
import { type ActionName, textsOf } from '../button.tsx'
import { DialogButton, type DialogButtonLook } from './dialog.tsx'
import { type AnyForm, DescribedForm, type FormParts } from './fields-form.tsx'
import type { Decided, FieldOf, OperationForm } from './operation.ts'

interface DialogParts<Sent> extends Pick<FormParts<Sent>, 'children' | 'proof'> {
  /** The page to go to once it was sent. */
  leadsTo?: (output: NoInfer<Sent>) => string
  /** Above the fields, in place of `….hint`. */
  intro?: ReactNode
}

/** Its name, and what follows. */
type Outcome<Sent> =
  | { name: ActionName; result?: undefined }
  | {
      name: TextKey
      /** Shown in place of the form once it was sent. Without it the dialog closes. */
      result: (output: NoInfer<Sent>, close: () => void) => ReactNode
    }

/** A button with a form for an operation behind it. */
export function FormDialog<
  Input,
  Output,
  const Name extends FieldOf<Input> = never,
  Given = Record<never, never>,
  const Without = never,
  Sent = Output,
>(
  props: OperationForm<Input, Output, Name, Given, Without, Sent> &
    DialogParts<Sent> &
    Outcome<Sent> &
    Partial<DialogButtonLook> &
    Decided<Input, Name, Given, Without>,
) {
  const { icon, look, needs, ...form } = props
  const texts = textsOf(props.name)
  const { label = texts.label, title = props.label ?? texts.title } = props
  return (
    <DialogButton {...{ label, title, icon, look, needs }}>
      {(close) => <DialogForm close={close} {...(form as unknown as DialogFormProps<Sent>)} />}
    </DialogButton>
  )
}

type DialogFormProps<Sent> = AnyForm<Sent> & DialogParts<Sent> & Outcome<Sent>

function DialogForm<Sent>(props: DialogFormProps<Sent> & { close: () => void }) {
  const { name, to, send = (input) => to.mutate(input), result, close, ...rest } = props
  const texts = textsOf(name)
  const { intro = texts.hint, ...form } = rest
  const [sent, setSent] = useState<{ output: Sent }>()
  if (result && sent) return <div role="status">{result(sent.output, close)}</div>
  return (
    <DescribedForm
      {...form}
      to={to}
      submit={texts.act}
      done={result ? undefined : texts.done}
      above={intro !== undefined && <div className="text-muted">{intro}</div>}
      send={async (input, typed) => {
        const output = await send(input, typed)
        if (result === undefined) close()
        else setSent({ output })
        return output
      }}
    />
  )
}
