import { certificate } from './certificate.ts'

export const ko = { certificate }
