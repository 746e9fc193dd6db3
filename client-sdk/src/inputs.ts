import type { InputFields } from './forms/input-field.ts'
import { ownInputs } from './generated/inputs.ts'
import { staffInputs } from './generated/staff-inputs.ts'

export type { InputField, InputFields } from './forms/input-field.ts'
export { ownInputs } from './generated/inputs.ts'
export { staffInputs } from './generated/staff-inputs.ts'

/** The fields of the input of each mutation, by its name: `inputs['admin.coupons.create']`. */
export const inputs: { readonly [operation: string]: InputFields } = {
  ...ownInputs,
  ...staffInputs,
}
