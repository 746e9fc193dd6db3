import type { InputFields } from '@lyceum/sdk/inputs'
import type { ReactNode } from 'react'
import { Proof, proofOf } from '../../session/fields.tsx'
import { changedFields, Fields, type Labels, readFields } from './fields.tsx'
import { Form, type FormProps, type FormValues } from './form.tsx'
import { type AnyMutation, fieldsOf } from './inputs.ts'
import {
  type Decided,
  type FieldOf,
  inputOf,
  kindsOf,
  type Look,
  type OperationForm,
} from './operation.ts'

export interface FormParts<Sent>
  extends Pick<
    FormProps<Sent>,
    'submit' | 'done' | 'leadsTo' | 'look' | 'actions' | 'asked' | 'asks' | 'isLook' | 'className'
  > {
  above?: ReactNode
  /** Below the fields: what is not one of the operation alone. */
  children?: ReactNode
  /** How readers prove that it is they, where it is not as everywhere. */
  proof?: ReactNode
}

/** A form for an operation: its fields are named, and not written out. */
export function FieldsForm<
  Input,
  Output,
  const Name extends FieldOf<Input> = never,
  Given = Record<never, never>,
  const Without = never,
  Sent = Output,
>(
  props: OperationForm<Input, Output, Name, Given, Without, Sent> &
    FormParts<Sent> &
    Decided<Input, Name, Given, Without>,
) {
  return <DescribedForm {...(props as unknown as AnyForm<Sent> & FormParts<Sent>)} />
}

/** A form as it runs: its types have said what they had to. */
export interface AnyForm<Sent> {
  to: { mutate(input: object): Promise<Sent> }
  fields?: readonly string[]
  looks?: { readonly [name: string]: Look }
  labels?: Labels
  input?: object
  of?: Record<string, unknown> | null
  defaults?: Record<string, unknown>
  send?: (input: object, typed: FormValues) => Promise<Sent>
}

export function DescribedForm<Sent>(props: AnyForm<Sent> & FormParts<Sent>) {
  const { to, fields = [], looks, labels, input, of, defaults, send, ...parts } = props
  const { above, proof = <Proof />, children, ...form } = parts
  const operation = to as unknown as AnyMutation
  const taken = fieldsOf(operation)
  const asksProof = 'password' in taken && 'code' in taken
  const edits = of !== undefined
  const kinds = kindsOf(fields, taken, looks, edits)

  /** Of what is edited, what was changed; with what the operation cannot be called without. */
  function valuesOf(typed: FormValues, first: FormValues): object {
    const all = readFields(typed, kinds)
    if (!edits) return all
    const isNeeded = (name: string) => taken[name]?.isNeeded && !Object.hasOwn({ ...input }, name)
    const needed = Object.entries(all).filter(([name]) => isNeeded(name))
    return { ...Object.fromEntries(needed), ...changedFields(typed, first, kinds) }
  }

  return (
    <Form
      asks
      asked={fields}
      {...form}
      to={operation}
      onSubmit={(typed, _form, first) => {
        const values = inputOf({ ...valuesOf(typed, first) }, taken, edits)
        const sent = { ...input, ...values, ...(asksProof && proofOf(typed)) }
        return send ? send(sent, typed) : to.mutate(sent)
      }}
    >
      {above}
      <Fields
        kinds={kinds}
        of={edits ? of : { ...defaultsIn(taken), ...defaults }}
        labels={labels}
      />
      {children}
      {asksProof && proof}
    </Form>
  )
}

/** What the operation takes for what is left out. */
const defaultsIn = (fields: InputFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))
