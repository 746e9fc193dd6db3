/** The part of a file that an include asks for. */
export type Excerpt =
  | { kind: 'all' }
  | { kind: 'anchor'; name: string }
  /** Counted from 1, both lines included. */
  | { kind: 'lines'; first: number; last: number }

/** Parses `file`, `file:anchor`, `file:2`, `file:2:10`, `file::10` and `file:2:` as mdBook does. */
export function parseExcerpt(reference: string): { path: string; excerpt: Excerpt } {
  const [path = '', start, end] = reference.split(':')
  if (start === undefined) return { path, excerpt: { kind: 'all' } }
  const first = numberOf(start)
  if (first === undefined && start !== '') return { path, excerpt: { kind: 'anchor', name: start } }
  if (end === undefined) {
    const line = first ?? 1
    return { path, excerpt: first === undefined ? { kind: 'all' } : lines(line, line) }
  }
  return { path, excerpt: lines(first ?? 1, numberOf(end) ?? Number.POSITIVE_INFINITY) }
}

function lines(first: number, last: number): Excerpt {
  return { kind: 'lines', first: Math.max(1, first), last }
}

function numberOf(text: string): number | undefined {
  return /^\d{1,9}$/u.test(text) ? Number(text) : undefined
}

const anchorMark = /\bANCHOR(_END)?:\s*([\w-]+)/u

/** A file that may be included many times: its lines, and where its anchors begin and end. */
export interface Listing {
  lines: readonly string[]
  anchors: ReadonlyMap<string, { start: number; end: number | undefined }>
}

export function listingOf(text: string): Listing {
  const lines = text.replace(/\n$/u, '').split('\n')
  const anchors = new Map<string, { start: number; end: number | undefined }>()
  for (const [index, line] of lines.entries()) {
    const [mark, isEnd, name = ''] = line.includes('ANCHOR') ? (anchorMark.exec(line) ?? []) : []
    if (mark === undefined) continue
    const anchor = anchors.get(name)
    if (isEnd === undefined && anchor === undefined)
      anchors.set(name, { start: index + 1, end: undefined })
    else if (isEnd !== undefined && anchor !== undefined) anchor.end ??= index
  }
  return { lines, anchors }
}

/** Returns the lines of an excerpt without the marks of anchors; undefined if it is missing. */
export function takeExcerpt(listing: Listing, excerpt: Excerpt): string[] | undefined {
  return linesOf(listing, excerpt)?.filter((line) => !anchorMark.test(line))
}

function linesOf({ lines: all, anchors }: Listing, excerpt: Excerpt): string[] | undefined {
  if (excerpt.kind === 'all') return [...all]
  if (excerpt.kind === 'anchor') {
    const anchor = anchors.get(excerpt.name)
    return anchor && all.slice(anchor.start, anchor.end)
  }
  const taken = all.slice(excerpt.first - 1, excerpt.last)
  return taken.length === 0 ? undefined : taken
}
