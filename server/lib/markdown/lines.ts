const fenceMark = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?![^`]*`)|~{3,})/u
const listMarker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/u

/**
 * The lines of a Markdown text that are neither code, fenced or indented, nor in a comment, each
 * with its index. Where HTML is shown as text, so are comments: `commentsAreText`.
 */
export function* proseLines(
  lines: readonly string[],
  { commentsAreText = false }: { commentsAreText?: boolean } = {},
): Generator<[index: number, line: string]> {
  let fence: string | undefined
  let isComment = false
  // Only after a blank line does indented code begin, and by four more than the list around it.
  let mayBeginCode = true
  let listIndent = 0
  for (const [index, line] of lines.entries()) {
    const mark = fenceMark.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = undefined
      continue
    }
    if (isComment || (!commentsAreText && /^ {0,3}<!--/u.test(line))) {
      isComment = !line.includes('-->')
      continue
    }

    const isBlank = !/\S/u.test(line)
    const indent = widthOf(/^[ \t]*/u.exec(line)?.[0] ?? '')
    if (!isBlank && mayBeginCode && indent >= listIndent + 4) continue
    const marker = listMarker.exec(line)?.[0]
    if (marker !== undefined) listIndent = widthOf(marker)
    else if (!isBlank && mayBeginCode) listIndent = Math.min(listIndent, indent)
    mayBeginCode = isBlank
    if (mark === undefined) yield [index, line]
    else fence = mark
  }
}

function widthOf(text: string): number {
  return text.replaceAll('\t', '    ').length
}
