import { type AnyMutation, fieldsOf } from '../inputs/inputs.ts'
import { type Labels, LiveFields } from './fields.tsx'
import { type Decided, type FieldOf, inputOf, type OperationForm, useKinds } from './operation.ts'

interface PartFieldsProps<Input, Name extends FieldOf<Input>, Without>
  extends Pick<
    OperationForm<Input, unknown, Name, unknown, Without, unknown>,
    'fields' | 'looks' | 'labels' | 'without' | 'of'
  > {
  /** The operation that takes them, or a part of it. */
  part: { mutate(input: Input): unknown }
  /** The path of the part in what the page saves by itself; '' for the whole. */
  at: string
  onChange: (values: Pick<Required<NonNullable<Input>>, Name>) => void
  className?: string
}

/** Fields that tell each change at once, of what an operation takes: as a form for it has them. */
export function PartFields<Input, const Name extends FieldOf<Input>, const Without = never>(
  props: PartFieldsProps<Input, Name, Without> &
    Decided<Input, Name, Record<never, never>, Without>,
) {
  const { part, fields = [], looks, labels, of, at, onChange, className } = props
  const taken = fieldsOf(part as unknown as AnyMutation)
  const kinds = useKinds(fields as readonly string[], taken, looks, true)
  return (
    <LiveFields
      {...{ kinds, at, of, className }}
      labels={labels as Labels}
      onChange={(values) => onChange(inputOf(values, taken, true) as never)}
    />
  )
}
