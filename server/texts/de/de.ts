import { certificate } from './certificate.ts'
import { mail } from './mail.ts'
import { page } from './page.ts'
import { receipt } from './receipt.ts'

export const de = { certificate, mail, page, receipt }
