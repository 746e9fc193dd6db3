/** A line of Markdown where none can be shown: the usual marks are left out. */
export function withoutMarkup(line: string): string {
  return line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\([!-/:-@[-`{-~])|[*_`]/g, '$1')
}
