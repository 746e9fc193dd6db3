import type { InputFields } from '@lyceum/sdk/inputs'
import type { ReactNode } from 'react'
import { Proof, proofOf } from '../../session/fields.tsx'
import { type AnyMutation, fieldsOf } from '../inputs/inputs.ts'
import { changedFields, Fields, type Labels, readFields } from './fields.tsx'
import { Form, type FormProps, type FormValues } from './form.tsx'
import {
  type Decided,
  type FieldOf,
  inputOf,
  type Look,
  type OperationForm,
  useKinds,
} from './operation.ts'

export interface FormParts<Sent> extends Omit<FormProps<Sent>, 'onSubmit' | 'to' | 'isNext'> {
  above?: ReactNode
  /** Shown below the fields: what the operation does not take itself. */
  children?: ReactNode
  /** Replaces the usual proof of identity. */
  proof?: ReactNode
}

/** A form for an operation, described by the names of its fields. */
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

/** A form at run time, after its types have been checked. */
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
  const kinds = useKinds(fields, taken, looks, edits)

  /** Returns the changed fields of an edited item, plus what the operation requires. */
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

/** Returns the operation's defaults for omitted fields. */
const defaultsIn = (fields: InputFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))
