import { certificate } from './certificate.ts'

export const el = { certificate }
