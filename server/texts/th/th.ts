import { certificate } from './certificate.ts'

export const th = { certificate }
