export { certificate } from './certificate.ts'
export { mail } from './mail.ts'
export { page } from './page.ts'
export { receipt } from './receipt.ts'
