import { certificate } from './certificate.ts'

export const pl = { certificate }
