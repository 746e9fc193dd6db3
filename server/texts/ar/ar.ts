import { certificate } from './certificate.ts'

export const ar = { certificate }
