/**
 * The text of a lesson as it is kept, however it was typed: with `\n` at the end of its lines, and
 * without a byte order mark, blank lines before it and white space after it. So it is the same
 * whether it was written over HTTP or in a file.
 */
export function tidyMarkdown(markdown: string): string {
  return markdown
    .replace(/^\uFEFF/u, '')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[^\S\n]*\n)+/u, '')
    .trimEnd()
}
