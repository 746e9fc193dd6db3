import { certificate } from './certificate.ts'
import { page } from './page.ts'

export const he = { certificate, page }
