import { certificate } from './certificate.ts'

export const uk = { certificate }
