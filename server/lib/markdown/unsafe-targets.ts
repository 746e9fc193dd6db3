import { proseOf } from './references.ts'

/** A target that a browser would run, not open. */
export interface UnsafeTarget {
  /** 1-based. */
  line: number
  /** Its beginning, as written. */
  target: string
}

/** Where a target may begin: in a link, a definition, an autolink, and an attribute of HTML. */
const beginning =
  /(?:\]\(\s{0,20}<?|\]:[\s>]{0,20}<?|<(?=[a-z&\\])|(?:href|src|action|poster|data)\s{0,9}=\s{0,9}["']?)(?=([^\s"'<>][^<>"\n]{0,80}))/giu
const scheme = /^(?:javascript|vbscript|data):/iu
/** Pictures that hold nothing to run. */
const plainPicture = /^data:image\/(?:png|gif|jpeg|webp|avif)[;,]/iu

/**
 * Finds links and pictures outside code whose address would run in a browser, however their scheme
 * is disguised. Frontends must refuse them too: a text may have come in before this was looked at.
 */
export function findUnsafeTargets(markdown: string, { limit }: { limit: number }): UnsafeTarget[] {
  const found = new Map(unsafeIn(proseOf(markdown), limit))
  // Frontends that show HTML as text show the links in comments, and end code elsewhere.
  if (markdown.includes('<!--'))
    for (const [at, target] of unsafeIn(proseOf(markdown, { commentsAreText: true }), limit))
      found.set(at, target)
  const places = [...found].sort(([one], [other]) => one - other).slice(0, limit)
  let line = 1
  let counted = 0
  return places.map(([at, target]) => {
    line += markdown.slice(counted, at).split('\n').length - 1
    counted = at
    return { line, target: beginningOf(target) }
  })
}

/** The first unsafe targets, each with its offset. */
function unsafeIn(prose: string, limit: number): [at: number, target: string][] {
  const found: [at: number, target: string][] = []
  for (const match of prose.matchAll(beginning)) {
    const target = match[1] ?? ''
    if (!isUnsafeTarget(target)) continue
    found.push([match.index + match[0].length, target])
    if (found.length === limit) break
  }
  return found
}

/** Recognizable for readers: without what follows the link, unless the scheme is torn apart. */
function beginningOf(target: string): string {
  const [first = ''] = /^\S+/u.exec(target) ?? []
  const shown = isUnsafeTarget(first)
    ? first.replace(/^([^()]*(?:\([^()]*\))?)\).*$/u, '$1')
    : target
  return shown.slice(0, 40)
}

/** Whether a browser would run this address: as Markdown reads it, and as browsers do. */
export function isUnsafeTarget(target: string): boolean {
  if (!/^[jvd&\\\p{Cc}\p{Cf}\s]/iu.test(target)) return false
  const read = target
    .slice(0, 200)
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(colon|tab|newline));?/giu, decodeEntity)
    .replace(/\\(?=\p{P})/gu, '')
    // Browsers skip them, and others would only disguise the scheme.
    .replace(/[\p{Cc}\p{Cf}\s]/gu, '')
  return scheme.test(read) && !plainPicture.test(read)
}

const named: Readonly<Record<string, string>> = { colon: ':', tab: '\t', newline: '\n' }

function decodeEntity(
  entity: string,
  decimal: string | undefined,
  hexadecimal: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
