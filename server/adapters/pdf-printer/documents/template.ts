import { readFileSync } from 'node:fs'
import type { Branding } from '../../../../content/branding/branding.ts'
import { type BodyFont, bodyFamily } from '../fonts/body-font.ts'

/** The page of a kind of document, in one branding, without its texts. */
export interface Template {
  /** Different templates have different names. */
  name: string
  /** Pictures come from outside: only they can make a page too heavy to print. */
  hasPictures: boolean
  build(font: BodyFont): string
  /** The texts that may be long. */
  fitted: readonly FittedText[]
}

/**
 * A text that may be long: it is printed in the first size at which it fits its box in no more than
 * that many lines.
 */
export interface FittedText {
  id: string
  steps: readonly { sizeMm: number; lines: number }[]
}

/** These sizes, one after the other, each in so many lines. */
export function steps(sizesMm: readonly number[], lines: number): FittedText['steps'] {
  return sizesMm.map((sizeMm) => ({ sizeMm, lines }))
}

/** Of every text on a page, in multiples of its size. */
export const lineHeight = 1.3

export function readPart(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}

/** Replaces every `{{name}}`. */
export function fillIn(html: string, parts: Record<string, string>): string {
  return html.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`the template needs a part ${name}`)
    return part
  })
}

const page = readPart('page.html')

/**
 * A page around its body. Nothing in it comes from a learner or a buyer, and its own policy forbids
 * it to load anything.
 */
export function buildPage(
  font: BodyFont,
  { color, accent }: Branding,
  { css, body }: { css: string; body: string },
): string {
  const variables =
    `:root { --color: ${color}; --accent: ${accent}; ` +
    `--body-font: '${bodyFamily}'; --line-height: ${lineHeight} }`
  return fillIn(page, { fontFaces: font.css, style: `${variables}\n${css}`, body })
}

/** At the head of a page: the logo, or else the name of the organization. */
export function headOf({ logo }: Branding): string {
  return logo === undefined
    ? '<p data-text id="organisation" dir="auto"></p>'
    : `<img id="logo" src="${logo}">`
}
