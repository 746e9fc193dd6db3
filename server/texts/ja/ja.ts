export { certificate } from './certificate.ts'
export { page } from './page.ts'
