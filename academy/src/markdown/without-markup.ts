/** Strips the usual markup from a line of Markdown that is shown as plain text. */
export function withoutMarkup(line: string): string {
  return line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\([!-/:-@[-`{-~])|[*_`]/g, '$1')
}
