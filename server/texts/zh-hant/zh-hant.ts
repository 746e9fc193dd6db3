import { certificate } from './certificate.ts'
import { page } from './page.ts'

export const zhHant = { certificate, page }
