import { certificate } from './certificate.ts'
import { mail } from './mail.ts'
import { page } from './page.ts'
import { receipt } from './receipt.ts'

export const en = { certificate, mail, page, receipt }
