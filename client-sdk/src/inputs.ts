export { inputs } from './generated/inputs.ts'
export type { InputField, InputFields } from './forms/input-field.ts'
