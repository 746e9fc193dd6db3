import Parser from 'markdown-it'

const parser = new Parser({ html: true })
const marks =
  /<!--|\{\{[%#!>]|\{%|^\s*:{3,}|\[!(?:NOTE|TIP|WARNING)\]|^\([\w-]+\)=$|^\+\+\+|\{[a-z:-]+\}`/gmu

/** Returns the marks that a learner would see as text: HTML and macros outside code. For tests. */
export function markupShown(markdown: string): string[] {
  const shown: string[] = []
  for (const { type, content, children } of parser.parse(markdown, {})) {
    if (type === 'html_block') shown.push(content)
    for (const child of children ?? []) {
      if (child.type === 'html_inline') shown.push(child.content)
      if (child.type === 'text') shown.push(...(child.content.match(marks) ?? []))
    }
  }
  return shown
}
