import { certificate } from './certificate.ts'
import { page } from './page.ts'

export const el = { certificate, page }
