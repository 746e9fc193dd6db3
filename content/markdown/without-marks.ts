/** What stands between words for Markdown alone, each with what is left of it. */
const marks: readonly [RegExp, string][] = [
  [/!?\[([^\]\n]*)\]\([^)\n]*\)?/gu, '$1'],
  [/<\/?[a-z][^>\n]*>/giu, ''],
  [/```[\p{L}\p{N}+#-]*/gu, ' '],
  [/(?<=^|\s)(?:#{1,6}|[>*+-])(?=\s)/gu, ' '],
  [/:?-{2,}:?|\|/gu, ' '],
  [/\*\*|__|~~|`/gu, ''],
  [/(?<=^|\s)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/gu, ''],
]

/** Returns a piece of Markdown as it reads, in one line: a piece may begin and end anywhere. */
export function withoutMarks(text: string): string {
  return marks
    .reduce((shown, [mark, left]) => shown.replace(mark, left), text)
    .replace(/\s+/gu, ' ')
    .trim()
}
