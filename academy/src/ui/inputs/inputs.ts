import type { InputFields } from '@lyceum/sdk/inputs'
import { type MutationOperation, mutationOptions } from '@lyceum/sdk/query'

let inputs: Readonly<Record<string, InputFields>> = {}

/** Loads what operations take, before pages with forms are shown; not those for staff. */
export async function loadInputs(): Promise<void> {
  addInputs((await import('./own-inputs.ts')).ownInputs)
}

/** Zones add what only their operations take. */
export function addInputs(more: typeof inputs): void {
  inputs = { ...inputs, ...more }
}

/** Any operation that changes something. */
export type AnyMutation = MutationOperation<never, unknown>

/** The fields of the input of an operation; none of one that takes a file. */
export function fieldsOf(operation: AnyMutation | Part): InputFields {
  if (partKey in operation) return operation[partKey]()
  const [, ...path] = mutationOptions(operation).mutationKey
  return inputs[path.join('.')] ?? {}
}

const partKey = Symbol('part')
interface Part {
  [partKey]: () => InputFields
}
type Inside<Value> = NonNullable<Value> extends readonly (infer Item)[] ? Item : NonNullable<Value>

/** Returns a part of an operation's input, for a form that edits and sends only that. */
export function partOf<Input, const Name extends keyof Input>(
  operation: { mutate(input: Input): unknown },
  name: Name,
): { mutate(input: Inside<Input[Name]>): Promise<never> } {
  const part: Part = {
    [partKey]: () => fieldsAt(fieldsOf(operation as AnyMutation), name as string),
  }
  return part as never
}

/** The fields of what is at a path, such as `quiz.pools.0`; of each item of a list the same. */
export function fieldsAt(fields: InputFields, path: string): InputFields {
  const names = path.split('.').filter((part) => /\D/.test(part))
  return names.reduce<InputFields>((found, name) => {
    const field = found[name]
    return field?.item?.fields ?? field?.fields ?? {}
  }, fields)
}
