import { certificate } from './certificate.ts'
import { page } from './page.ts'

export const ko = { certificate, page }
