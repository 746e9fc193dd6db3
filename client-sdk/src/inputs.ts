import type { InputFields } from './forms/input-field.ts'
import { ownInputs } from './generated/inputs.ts'
import { staffInputs } from './generated/staff-inputs.ts'

export type { InputField, InputFields } from './forms/input-field.ts'
export { ownInputs, staffInputs }

/**
 * The fields of the input of each mutation, by its name: `inputs['admin.coupons.create']`. A page
 * that only learners see loads fewer: `ownInputs`, those without the ones for staff.
 */
export const inputs: { readonly [operation: string]: InputFields } = {
  ...ownInputs,
  ...staffInputs,
}
