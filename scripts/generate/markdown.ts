/** The first line of a generated page. */
export function generatedFrom(source: string): string {
  return `<!-- Generated from ${source} by \`npm run generate\`. Do not edit. -->`
}

export function markdownTable(heading: string[], rows: string[][]): string {
  const lines = [
    heading,
    heading.map(() => '---'),
    ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|'))),
  ]
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

export function code(text: string): string {
  return `\`${text}\``
}

/** Words that may hold what Markdown would take for a tag. */
export function words(text: string): string {
  return text.replaceAll('<', '&lt;')
}
