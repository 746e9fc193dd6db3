import { type Html, html } from '../../../../lib/html.ts'
import { codeForm, pdfDrop, verdict } from './parts.ts'
import type { Voice } from './voice.ts'

/** Returns the page without a code. */
export function startPage(voice: Voice): { title: string; body: Html } {
  const { check, checkLead } = voice.texts
  const body = html`<article class="sheet">
<div class="verdict plain"><div><h1>${check}</h1><p>${checkLead}</p></div></div>
${codeForm(voice)}${pdfDrop(voice)}</article>`
  return { title: check, body }
}

const refusals = {
  mistyped: ['warn', 'mistyped', 'mistypedNote'],
  unknown: ['bad', 'unknown', 'unknownNote'],
  unknownFile: ['bad', 'unknownFile', 'unknownFileNote'],
  overLimit: ['warn', 'overLimit', 'overLimitNote'],
  unavailable: ['warn', 'unavailable', 'unavailableNote'],
} as const

export type Refusal = keyof typeof refusals

/** Explains why there is no certificate to show, with the forms to try again. */
export function refusalPage(
  voice: Voice,
  refusal: Refusal,
  given?: string,
): { title: string; body: Html } {
  const [kind, heading, note] = refusals[refusal]
  const words = { heading: voice.texts[heading], note: voice.texts[note] }
  return {
    title: words.heading,
    body: html`<article class="sheet">${verdict(kind, words)}
${codeForm(voice, given)}${pdfDrop(voice)}</article>`,
  }
}
