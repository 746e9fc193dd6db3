import { certificate } from './certificate.ts'

export const tr = { certificate }
