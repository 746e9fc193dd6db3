/** What a page has beyond plain text; programs copied from an editor are plain text. */
const isFormatted = /<(?:h[1-6]|p|li|a|b|strong|em|i|table|code|pre|blockquote)\b|mso-list/i

/** Whether what was copied is better pasted as Markdown than as its plain text. */
export function isRich(data: DataTransfer): boolean {
  if (data.types.includes('vscode-editor-data')) return false
  return isFormatted.test(data.getData('text/html')) && data.getData('text/plain').trim() !== ''
}

const attributeOf = (node: Node, name: string) =>
  ('getAttribute' in node ? (node as Element).getAttribute(name) : null) ?? ''
const styleOf = (node: Node) => attributeOf(node, 'data-style')
const isNamed = (node: Node, ...names: string[]) => names.includes(node.nodeName)
const isWordMark = (node: Node) => /mso-list:\s*ignore/i.test(styleOf(node))
const isBold = /font-weight:\s*(?:bold|[6-9]00)/i
const isItalic = /font-style:\s*italic/i

/** HTML of web pages, Word and Google Docs as Markdown. It is parsed, and nothing of it runs. */
export async function toMarkdown(html: string): Promise<string> {
  const [{ default: Turndown }, { gfm }] = await Promise.all([
    import('turndown'),
    import('@joplin/turndown-plugin-gfm'),
  ])
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  turndown.use(gfm)
  turndown.remove(['style', 'script', 'title', 'noscript', 'button'])
  // Google Docs wraps all in a `<b>` that is not bold, and says what is by styles of spans.
  turndown.addRule('styled', {
    filter: (node) => isNamed(node, 'SPAN', 'B') && !isWordMark(node),
    replacement(content, node) {
      const text = content.trim()
      const style = styleOf(node)
      if (text === '' || content.includes('\n\n')) return content
      const isStrong = isNamed(node, 'B')
        ? !/font-weight:\s*(?:normal|400)/i.test(style)
        : isBold.test(style)
      const mark = (isStrong ? '**' : '') + (isItalic.test(style) ? '*' : '')
      return content.replace(text, () => mark + text + [...mark].reverse().join(''))
    },
  })
  // Word's items are paragraphs, and their marks are text.
  turndown.remove(isWordMark)
  turndown.addRule('wordItem', {
    filter: (node) => isNamed(node, 'P') && /mso-list:\s*l\d/i.test(styleOf(node)),
    replacement(content, node) {
      const level = Number(/level(\d)/i.exec(styleOf(node))?.[1] ?? 1)
      const mark = /^\s*\(?\w{1,3}[.)]/.test(node.textContent ?? '') ? '1. ' : '- '
      return `\n${'   '.repeat(level - 1)}${mark}${content.trim()}\n`
    },
  })
  turndown.addRule('item', {
    filter: 'li',
    replacement(content, node, { bulletListMarker }) {
      const list = node.parentNode
      const place = list ? Array.from(list.children).indexOf(node as Element) : 0
      const start = Number((list && attributeOf(list, 'start')) || 1)
      const mark = list && isNamed(list, 'OL') ? `${start + place}. ` : `${bulletListMarker} `
      const text = content.trim().replaceAll(/\n{2,}(?=\s*(?:[-*]|\d+\.) )/g, '\n')
      const isLast = node.nextSibling === null
      return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`) + (isLast ? '' : '\n')
    },
  })
  turndown.addRule('leadsNowhere', {
    filter: (node) =>
      isNamed(node, 'A', 'IMG') &&
      !/^(?:https?|mailto):/i.test(attributeOf(node, 'href') || attributeOf(node, 'src')),
    replacement: (content, node) => content || attributeOf(node, 'alt'),
  })
  const clean = html
    .replace(/^[\s\S]*<!--StartFragment-->|<!--EndFragment-->[\s\S]*$/g, '')
    .replaceAll(/<style\b[\s\S]*?<\/style>/gi, '')
    // The policy of the pages is told of each style that is parsed.
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ' data-style='))
    .replaceAll(/<!(?:--)?\[[^\]]*\](?:--)?>|<\/?o:p>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&nbsp;', ' ')
  return (
    turndown
      .turndown(clean)
      .replaceAll(/\n{3,}/g, '\n\n')
      // A table without a head: its first row is one.
      .replaceAll(/^\|(?: +\|)+\n(\|(?: :?-+:? \|)+)\n(\|.*)$/gm, '$2\n$1')
      .trim()
  )
}
