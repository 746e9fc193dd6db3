import { certificate } from './certificate.ts'

export const sv = { certificate }
