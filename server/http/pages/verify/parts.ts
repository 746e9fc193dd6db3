import { type Html, html } from '../../../lib/html.ts'
import type { Voice } from './texts.ts'

const icons = {
  good: html`<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="M11.5 20.5l6 6 11-13" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  bad: html`<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="M13.5 13.5l13 13m0-13l-13 13" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/></svg>`,
  warn: html`<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="M20 11v12" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="20" cy="28.5" r="2" fill="currentColor"/></svg>`,
}

/** The first thing that a reader wants to know. */
export function verdict(kind: keyof typeof icons, words: { heading: string; note: string }): Html {
  return html`<div class="verdict ${kind}">${icons[kind]}<div><h1>${words.heading}</h1><p>${words.note}</p></div></div>`
}

/** Where one types a code. Needs no script. */
export function codeForm({ texts }: Voice, given = ''): Html {
  return html`<form class="part" method="get" action="/verify"><label for="code">${texts.code}</label>
<div class="row"><input type="text" id="code" name="code" value="${given}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="hint">
<button>${texts.submit}</button></div><p class="hint" id="hint">${texts.codeHint}</p></form>`
}

/**
 * Where one drops a PDF; shown by the script. With the SHA-256 of the PDF that was issued it is
 * compared with that.
 */
export function pdfDrop({ texts }: Voice, sha256?: string): Html {
  const known = sha256 === undefined ? undefined : html` data-sha256="${sha256}"`
  return html`<section class="part compare" hidden data-same="${texts.same}" data-different="${texts.different}"${known}>
<h2>${texts.pdf}</h2><div class="drop"><p>${texts.pdfLead}</p>
<input type="file" id="pdf" accept="application/pdf,.pdf"><label class="button quiet" for="pdf">${texts.choose}</label><p role="status"></p></div></section>`
}
