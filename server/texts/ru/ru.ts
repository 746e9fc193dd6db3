import { certificate } from './certificate.ts'

export const ru = { certificate }
