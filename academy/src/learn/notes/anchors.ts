/** A place in a text, by its words and those around them. */
export interface Anchor {
  quote: string
  prefix: string
  suffix: string
}

const around = 60
const maxQuote = 500

/** Says where so many characters of the text stand, from a place on. */
export function anchorAt(text: string, start: number, length: number): Anchor {
  const end = start + Math.min(length, maxQuote)
  return {
    quote: whole(text.slice(start, end)),
    prefix: whole(text.slice(Math.max(0, start - around), start)),
    suffix: whole(text.slice(end, end + around)),
  }
}

/** Leaves out halves of characters at the ends of a piece. */
function whole(piece: string): string {
  return piece.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}

/** Finds the words again, where most of what stood around them still does. */
export function placeOf(text: string, { quote, prefix, suffix }: Anchor): number | undefined {
  let [best, found] = [-1, undefined as number | undefined]
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const before = text.slice(Math.max(0, at - around), at)
    const after = text.slice(at + quote.length, at + quote.length + around)
    const likeness =
      inCommon([...prefix].reverse(), [...before].reverse()) + inCommon([...suffix], [...after])
    if (likeness > best) [best, found] = [likeness, at]
  }
  return found
}

function inCommon(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((character, index) => character !== other[index])
  return different < 0 ? one.length : different
}

/** Says where a selection stands in a part of the page; undefined if it holds no words of it. */
export function anchorOf(root: HTMLElement, range: Range): Anchor | undefined {
  const length = range.toString().length
  if (range.toString().trim() === '' || !root.contains(range.commonAncestorContainer))
    return undefined
  const before = document.createRange()
  before.selectNodeContents(root)
  before.setEnd(range.startContainer, range.startOffset)
  return anchorAt(root.textContent, before.toString().length, length)
}

/** Finds the place of an anchor in a part of the page. */
export function rangeOf(root: HTMLElement, anchor: Anchor): Range | undefined {
  const start = placeOf(root.textContent, anchor)
  if (start === undefined) return undefined
  const range = document.createRange()
  const end = start + anchor.quote.length
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let at = 0, node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const next = at + (node.nodeValue?.length ?? 0)
    if (start >= at && start < next) range.setStart(node, start - at)
    if (end > at && end <= next) {
      range.setEnd(node, end - at)
      return range
    }
    at = next
  }
  return undefined
}
