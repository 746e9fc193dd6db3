/** The part of a file that an include asks for. */
export type Excerpt =
  | { kind: 'all' }
  | { kind: 'anchor'; name: string }
  /** Counted from 1; both lines belong to it. */
  | { kind: 'lines'; first: number; last: number }

/** `file`, `file:anchor`, `file:2`, `file:2:10`, `file::10` and `file:2:` as mdBook reads them. */
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

const anchorMark = /\bANCHOR(?:_END)?:\s*[\w-]+/u

/** The lines of an excerpt, without the marks of anchors; undefined where its anchor is missing. */
export function takeExcerpt(text: string, excerpt: Excerpt): string[] | undefined {
  const all = text.replace(/\n$/u, '').split('\n')
  const taken = excerpt.kind === 'anchor' ? anchored(all, excerpt.name) : ranged(all, excerpt)
  return taken?.filter((line) => !anchorMark.test(line))
}

function ranged(all: string[], excerpt: Excerpt): string[] {
  return excerpt.kind === 'lines' ? all.slice(excerpt.first - 1, excerpt.last) : all
}

function anchored(all: readonly string[], name: string): string[] | undefined {
  const start = all.findIndex((line) => markOf(line, 'ANCHOR') === name)
  if (start < 0) return undefined
  const end = all.findIndex((line, index) => index > start && markOf(line, 'ANCHOR_END') === name)
  return all.slice(start + 1, end < 0 ? undefined : end)
}

function markOf(line: string, mark: 'ANCHOR' | 'ANCHOR_END'): string | undefined {
  return new RegExp(`\\b${mark}:\\s*([\\w-]+)`, 'u').exec(line)?.[1]
}
