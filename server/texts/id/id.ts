import { certificate } from './certificate.ts'

export const id = { certificate }
