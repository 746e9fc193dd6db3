import { readFileSync } from 'node:fs'
import { Html, html } from '../../../../lib/html.ts'
import type { Voice } from './voice.ts'

export type VerdictKind = 'good' | 'bad' | 'warn'

const icons = { good: readIcon('good'), bad: readIcon('bad'), warn: readIcon('warn') }

function readIcon(kind: VerdictKind): Html {
  return new Html(readFileSync(new URL(`icons/${kind}.svg`, import.meta.url), 'utf8').trim())
}

/** Returns the verdict, which a reader wants to know first, and what to do next, if anything. */
export function verdict(
  kind: VerdictKind,
  words: { heading: string; note: string },
  next?: Html,
): Html {
  return html`<div class="verdict ${kind}">${icons[kind]}
<div><h1>${words.heading}</h1><p>${words.note}</p>${next}</div></div>`
}

/** Returns the form for a code, which works without a script. */
export function codeForm({ texts, chosen }: Voice, given = ''): Html {
  const language =
    chosen === undefined ? undefined : html`<input type="hidden" name="lang" value="${chosen}">`
  return html`<form class="part" method="get" action="/verify">${language}
<label for="code">${texts.code}</label>
<div class="row">
<input type="text" id="code" name="code" value="${given}" required maxlength="100"
 autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="hint">
<button>${texts.submit}</button></div>
<p class="hint" id="hint">${texts.codeHint}</p></form>`
}

/**
 * Returns the area to drop a PDF on, shown by the script, which compares the file with the SHA-256
 * of the issued PDF if given.
 */
export function pdfDrop({ texts, chosen }: Voice, sha256?: string): Html {
  const known = sha256 === undefined ? undefined : html` data-sha256="${sha256}"`
  return html`<section class="part compare" hidden${known} data-language="${chosen ?? ''}"
 data-same="${texts.same}" data-added="${texts.added}" data-different="${texts.different}">
<h2>${texts.pdf}</h2>
<div class="drop"><p>${texts.pdfLead}</p>
<input type="file" id="pdf" accept="application/pdf,.pdf">
<label class="button quiet" for="pdf">${texts.choose}</label>
<p role="status"></p></div></section>`
}
