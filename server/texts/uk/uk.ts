import { certificate } from './certificate.ts'
import { page } from './page.ts'

export const uk = { certificate, page }
