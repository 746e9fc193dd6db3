import { certificate } from './certificate.ts'

export const hi = { certificate }
