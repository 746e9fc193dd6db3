import { certificate } from './certificate.ts'
import { page } from './page.ts'

export const id = { certificate, page }
