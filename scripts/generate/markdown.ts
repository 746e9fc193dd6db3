/** The first line of a generated page. */
export function generatedFrom(source: string): string {
  return wrapped(`<!-- Generated from ${source} by \`npm run generate\`. Do not edit. -->`)
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

/** Escapes what Markdown would take for a tag. */
export function words(text: string): string {
  return text.replaceAll('<', '&lt;')
}

/** Breaks text at spaces into lines with the prefix, of 100 columns unless given. */
export function wrapped(
  text: string,
  { prefix = '', columns = 100 }: { prefix?: string; columns?: number } = {},
): string {
  const lines: string[] = []
  let line = prefix.trimEnd()
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= columns) {
      line = longer
      continue
    }
    lines.push(line)
    line = prefix + word
  }
  return [...lines, line].join('\n')
}
