import { certificate } from './certificate.ts'

export const ja = { certificate }
