import type { ComponentProps, ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { DialogButton } from '../ui/dialog.tsx'
import { Form, type FormValues } from '../ui/form.tsx'
import { Fields, type Kinds, readFields, type ValuesOf } from './fields.tsx'

interface FormDialogProps<K> extends Omit<ComponentProps<typeof DialogButton>, 'children'> {
  kinds: K
  of?: { readonly [Name in keyof K]?: unknown }
  /** By default what is on the button. */
  submit?: string
  /** Said once it is done. */
  done?: string
  onSubmit: (values: ValuesOf<K>, all: FormValues) => Promise<unknown>
  /** Above the fields. */
  intro?: ReactNode
  /** More fields. */
  children?: ReactNode
}

/** A button that opens a form, which closes when it was sent. */
export function FormDialog<const K extends Kinds>({
  kinds,
  of,
  submit,
  done,
  onSubmit,
  intro,
  children,
  ...dialog
}: FormDialogProps<K>) {
  return (
    <DialogButton {...dialog}>
      {(close) => (
        <Form
          {...(done !== undefined && { done })}
          submit={submit ?? (typeof dialog.label === 'string' ? dialog.label : t('save'))}
          onSubmit={async (values) => {
            await onSubmit(readFields(values, kinds), values)
            close()
          }}
        >
          {intro !== undefined && <div className="text-muted">{intro}</div>}
          <Fields kinds={kinds} {...(of && { of })} />
          {children}
        </Form>
      )}
    </DialogButton>
  )
}
