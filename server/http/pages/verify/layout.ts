import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../../../../lib/html.ts'
import { pageLanguages } from '../../../texts/texts.ts'
import { addVary } from '../../vary.ts'
import { policyFor } from '../page.ts'
import type { Voice } from './voice.ts'

export interface VerifyPage {
  title: string
  body: Html
  /** Address of the page, without the language. */
  path: string
  brand: Brand
  /** Links to the legal pages of the school. */
  links: Html[]
  preview?: Preview | undefined
}

/** Marks by which a reader recognizes the issuer. */
export interface Brand {
  issuer: string
  /** Color as #rrggbb. */
  color: string
  /** Color as #rrggbb. */
  accent: string
  /** Logo from our own origin. */
  logo: string | undefined
}

/** Preview that networks show of a link to the page (https://ogp.me). Addresses are absolute. */
export interface Preview {
  title: string
  description: string
  url: string
  /** Picture of 1,200 by 848 pixels. */
  picture: string | undefined
}

const style = readFileSync(new URL('verify.css', import.meta.url), 'utf8')

const icon = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(new URL('icons/page.svg', import.meta.url), 'utf8').trim(),
)}`

const directives = ["script-src 'self'", "img-src 'self' data:", "form-action 'self'"]

/**
 * Sends a page in the reader's language. It only loads two small scripts and the logo, from our own
 * origin, and works without them too.
 */
export function sendVerifyPage(
  reply: FastifyReply,
  voice: Voice,
  { title, body, path, brand, links, preview }: VerifyPage,
): FastifyReply {
  const { language, direction } = voice
  const colors = `:root{--brand:${brand.color};--brand-accent:${brand.accent}}`
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${preview && previewTags(voice, brand, preview)}
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
<style>${new Html(colors)}</style>
<script type="module" src="/verify/assets/compare.js"></script>
<script type="module" src="/verify/assets/copy-link.js"></script>
</head>
<body><header>${headerOf(brand)}</header><main>${body}</main>
<footer>${languageLinks(voice, path)}${links.length === 0 ? undefined : html`<p>${links}</p>`}</footer></body>
</html>
`
  return addVary(reply, 'accept-language')
    .header('content-security-policy', policyFor([style, colors], directives))
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(page.source)
}

function headerOf({ issuer, logo }: Brand): Html {
  return logo === undefined
    ? html`<bdi>${issuer}</bdi>`
    : html`<img class="logo" src="${logo}" alt="${issuer}">`
}

function previewTags(
  { language }: Voice,
  { issuer }: Brand,
  { title, description, url, picture }: Preview,
): Html {
  const pictureTags =
    picture === undefined
      ? html`<meta name="twitter:card" content="summary">`
      : html`<meta property="og:image" content="${picture}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="848">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">`
  return html`<link rel="canonical" href="${url}">
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${issuer}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${language}">
${pictureTags}`
}

/** Filled with the first page: ICU reads the data of each language for its name. */
let languageNames: (readonly [language: string, name: string])[] | undefined
const namedLanguage = (language: string) =>
  [
    language,
    new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language,
  ] as const

function languageLinks({ language: current, texts }: Voice, path: string): Html {
  languageNames ??= pageLanguages.map(namedLanguage)
  const links = languageNames.map(([language, name]) =>
    language === current
      ? html`<li aria-current="true" lang="${language}"><bdi>${name}</bdi></li>`
      : html`<li><a href="${path}?lang=${language}" lang="${language}" hreflang="${language}"><bdi>${name}</bdi></a></li>`,
  )
  return html`<nav aria-label="${texts.languages}"><ul>${links}</ul></nav>`
}
