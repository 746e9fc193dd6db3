import { certificate } from './certificate.ts'

export const he = { certificate }
