import type { Branding } from '../branding.ts'
import { buildPage, fillIn, headOf, readPart, type Template } from './template.ts'

const html = readPart('receipt.html')
const css = readPart('receipt.css')

/** Pages of A4, as many as the lines need. */
export function receiptTemplate(branding: Branding): Template {
  return {
    name: branding.logo === undefined ? 'receipt' : 'receipt with logo',
    hasPictures: branding.logo !== undefined,
    build: (font) =>
      buildPage(font, branding, { css, body: fillIn(html, { head: headOf(branding) }) }),
    fitted: [],
  }
}
