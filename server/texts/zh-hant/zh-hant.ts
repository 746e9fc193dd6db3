import { certificate } from './certificate.ts'

export const zhHant = { certificate }
