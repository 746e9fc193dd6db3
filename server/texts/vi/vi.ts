import { certificate } from './certificate.ts'

export const vi = { certificate }
