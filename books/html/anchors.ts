import { proseLines } from '../../content/markdown/lines.ts'
import { findHeading, headingAt } from '../../content/markdown/markdown-heading.ts'
import type { Line } from './written-lines.ts'

/** A name that links may lead to, and its line's index. */
export interface Anchor {
  id: string
  place: number
}

const attributes = /[ \t]\{[ \t]{0,9}((?:[#.][\w:.-]{1,100}[ \t]{0,9}){1,9})\}[ \t]*$/u

/**
 * Returns the names by which frontends know the headings at anchors: the heading on their line or
 * right below, else the one above; empty for the top of the page. Attributes of headings, like
 * `{#name}`, leave the lines.
 */
export function placeAnchors(
  lines: Line[],
  anchors: readonly Anchor[],
): ReadonlyMap<string, string> {
  const texts = lines.map(({ text }) => text)
  if (anchors.length === 0 && !texts.some((text) => attributes.test(text))) return new Map()
  const ids = new Map<string, string>()
  const headings: { index: number; place: number; slug: string }[] = []
  const taken = new Map<string, number>()
  for (const [index] of proseLines(texts)) {
    const line = lines[index]
    if (line === undefined || headingAt(texts, index) === undefined) continue
    const [, given = ''] = attributes.exec(line.text) ?? []
    line.text = line.text.replace(attributes, '')
    const slug = slugOf(findHeading(`# ${line.text.replace(/^[ #]+/u, '')}`)?.title ?? '', taken)
    headings.push({ index, place: line.place, slug })
    for (const [, id = ''] of given.matchAll(/#([^\s#]+)/gu)) ids.set(id, slug)
  }
  // Goes forward only: anchors, lines and headings all come in the order of the page.
  let at = 0
  let next = 0
  for (const { id, place } of anchors) {
    while (at < lines.length && !((lines[at]?.place ?? 0) >= place && isFull(lines[at]))) at += 1
    while (next < headings.length && (headings[next]?.place ?? 0) <= place) next += 1
    const [above, below] = [headings[next - 1], headings[next]]
    const heading = below?.index === at ? below : above
    if (!ids.has(id)) ids.set(id, heading?.slug ?? '')
  }
  return ids
}

function isFull(line: Line | undefined): boolean {
  return /\S/u.test(line?.text ?? '')
}

/** Names headings as GitHub and most frontends do. */
function slugOf(title: string, taken: Map<string, number>): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-')
  const count = taken.get(slug) ?? 0
  taken.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}
