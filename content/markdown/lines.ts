const fenceMark = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?![^`]*`)|~{3,})/u
const listMarker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/u

/** Follows fenced code through a text, in whatever quotes and lists it stands. */
export function createFences() {
  let open: string | undefined
  /** The indent of the list around it, and whether it stands in a quote. */
  let around = { indent: 0, isQuoted: false }
  return {
    isOpen: () => open !== undefined,
    /** Ends unclosed code at a line outside the list or quote around it. */
    leave(line: string): void {
      const isOutside = around.isQuoted
        ? !/^[ \t]*>/u.test(line)
        : /\S/u.test(line) && widthOf(/^[ \t]*/u.exec(line)?.[0] ?? '') < around.indent
      if (open !== undefined && isOutside) open = undefined
    },
    /**
     * Whether the next line is code; the marks around it are.
     * @param listIndent How far the list is indented that an earlier line began
     */
    read(line: string, listIndent = 0): boolean {
      const [start = '', mark] = fenceMark.exec(line) ?? []
      const isCode = open !== undefined || mark !== undefined
      if (open === undefined) {
        open = mark
        const list = listMarker.exec(start)?.[0]
        around = {
          indent: list === undefined ? indentOf(start, listIndent) : widthOf(list),
          isQuoted: /^[ \t]*>/u.test(start),
        }
      } else if (mark?.startsWith(open) && line.trimEnd().endsWith(mark)) open = undefined
      return isCode
    },
  }
}

/**
 * Yields the lines of a Markdown text that are neither code, fenced or indented, nor in a comment,
 * each with its index. Where HTML is shown as text, so are comments: `commentsAreText`.
 */
export function* proseLines(
  lines: readonly string[],
  { commentsAreText = false }: { commentsAreText?: boolean } = {},
): Generator<[index: number, line: string]> {
  const fences = createFences()
  let isComment = false
  // Indented code begins only after a blank line, four deeper than the list around it.
  let mayBeginCode = true
  let listIndent = 0
  for (const [index, line] of lines.entries()) {
    fences.leave(line)
    if (fences.isOpen()) {
      fences.read(line)
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
    if (!fences.read(line, listIndent)) yield [index, line]
  }
}

/** Returns the list's indent if the line stands in the list, else 0. */
function indentOf(line: string, listIndent: number): number {
  return widthOf(/^[ \t]*/u.exec(line)?.[0] ?? '') >= listIndent ? listIndent : 0
}

function widthOf(text: string): number {
  return text.replaceAll('\t', '    ').length
}
