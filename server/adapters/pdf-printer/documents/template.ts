import { readFileSync } from 'node:fs'
import type { Branding } from '../../../../content/branding/branding.ts'
import { type BodyFont, bodyFamily } from '../fonts/body-font.ts'

/** The page of a kind of document, in one branding, without its texts. */
export interface Template {
  /** Name that differs between templates. */
  name: string
  /** Whether it has pictures, which come from outside: only they can make it too heavy to print. */
  hasPictures: boolean
  build(font: BodyFont): string
  /** Whether the school made the whole page, so that a long text may not fit. */
  isOwn?: boolean
  /** What people have to see, where a school's pictures or styles could hide it. */
  mustShow?: { ids: readonly string[]; widthMm: number; heightMm: number } | undefined
  /** Texts that may be long. */
  fitted: readonly FittedText[]
}

/**
 * A text that may be long, printed in the first size at which it fits its box in no more than that
 * many lines.
 */
export interface FittedText {
  id: string
  steps: readonly { sizeMm: number; lines: number }[]
}

/** Returns these sizes in order, each with that many lines. */
export function steps(sizesMm: readonly number[], lines: number): FittedText['steps'] {
  return sizesMm.map((sizeMm) => ({ sizeMm, lines }))
}

/** Line height of every text on a page, in multiples of its size. */
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
 * Builds a page around its body. Nothing in it comes from a learner or a buyer, and its own policy
 * forbids it to load anything.
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

/** Returns the head of a page: the logo, or else the name of the organization. */
export function headOf({ logo }: Branding): string {
  return logo === undefined
    ? '<p data-text id="organisation" dir="auto"></p>'
    : `<img id="logo" src="${logo}">`
}
