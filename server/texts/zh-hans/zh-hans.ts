import { certificate } from './certificate.ts'

export const zhHans = { certificate }
