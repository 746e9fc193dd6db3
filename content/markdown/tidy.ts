/**
 * Returns a lesson's text as it is kept, however it was typed: lines end in `\n`, without a byte
 * order mark, leading blank lines and trailing white space. So it is the same whether written over
 * HTTP or in a file.
 */
export function tidyMarkdown(markdown: string): string {
  return markdown
    .replace(/^\uFEFF/u, '')
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[^\S\n]*\n)+/u, '')
    .trimEnd()
}
