export type { InputField, InputFields } from './forms/input-field.ts'
export { inputs } from './generated/inputs.ts'
