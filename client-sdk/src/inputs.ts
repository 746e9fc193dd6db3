export { inputs } from './generated/inputs.ts'
export type { InputField, InputFields } from './input-field.ts'
