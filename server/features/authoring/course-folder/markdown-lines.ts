/**
 * The lines of a Markdown text that are neither in a code fence nor in a comment, each with its
 * index.
 */
export function* proseLines(lines: readonly string[]): Generator<[index: number, line: string]> {
  let fence: string | undefined
  let isComment = false
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    } else if (isComment || /^ {0,3}<!--/u.test(line)) {
      isComment = !line.includes('-->')
    } else if (mark !== undefined) {
      fence = mark
    } else {
      yield [index, line]
    }
  }
}
