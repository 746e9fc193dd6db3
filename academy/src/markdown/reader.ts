import markdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'

/** The most lines of one block formula. */
const mostLines = 200

type Reader = ReturnType<typeof markdownIt>

/**
 * `$$…$$`, or `$…$` with no space inside of its marks and no digit after them: the rule of pandoc,
 * and of the server, which reads books by it.
 */
const formula =
  /(\$\$)((?:\\[^`]|[^\\$`])+)\$\$|(\$)(?![\s$])((?:\\[^`]|[^\\$`])*)(?<!\s)\$(?![\d$])/uy

/** Markdown as HTML, not yet safe. Formulas and tasks are code of a language that says so. */
export function readerOf({ html, isInline }: { html: boolean; isInline: boolean }): Reader {
  const reader = markdownIt({ html, linkify: true })
  // Links bare URLs only, exactly as written.
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  for (const scheme of ['ftp:', '//', 'mailto:']) reader.linkify.add(scheme, null)
  reader.normalizeLinkText = (text) => text
  readFormulas(reader)
  readRaised(reader)
  // The alignment of a column as an attribute: the policy of the page forbids `style`.
  reader.core.ruler.push('align', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
      if (align !== undefined) token.attrs = [['align', align]]
    }
  })
  if (isInline) return reader
  readTasks(reader)
  return reader.use(footnotes)
}

function readFormulas(reader: Reader): void {
  reader.inline.ruler.after('escape', 'formula', (state, isSilent) => {
    if (state.src[state.pos] !== '$') return false
    formula.lastIndex = state.pos
    const [found, isBlock, block, , inline] = formula.exec(state.src) ?? []
    if (found === undefined) {
      // A run of `$` that begins no formula is plain text.
      const run = /^\$+/.exec(state.src.slice(state.pos))?.[0] ?? ''
      if (!isSilent) state.pending += run
      state.pos += run.length
      return true
    }
    if (!isSilent) {
      const token = state.push('code_inline', 'code', 0)
      token.content = (block ?? inline ?? '').trim()
      token.attrs = [['class', isBlock ? 'language-math-block' : 'language-math']]
    }
    state.pos += found.length
    return true
  })
  // A formula's lines start no list and underline no heading.
  reader.block.ruler.before(
    'fence',
    'formula',
    (state, first, end, isSilent) => {
      const lines: string[] = []
      // Any line of a text may start one.
      const last = Math.min(end, first + mostLines)
      for (let line = first; line < last && !state.isEmpty(line); line += 1) {
        if ((state.sCount[line] ?? 0) < state.blkIndent) break
        const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
        const written = state.src.slice(start, state.eMarks[line]).trimEnd()
        if (line === first && !written.startsWith('$$')) return false
        lines.push(written)
        if (!written.endsWith('$$') || (line === first && written === '$$')) continue
        const text = lines.join('\n')
        formula.lastIndex = 0
        if (formula.exec(text)?.[0] !== text) return false
        if (isSilent) return true
        const token = state.push('paragraph_open', 'p', 1)
        token.map = [first, line + 1]
        const inline = state.push('inline', '', 0)
        Object.assign(inline, { content: text, children: [], map: token.map })
        state.push('paragraph_close', 'p', -1)
        state.line = line + 1
        return true
      }
      return false
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

/** `H~2~O` and `10^6^`: no space and no mark within, as pandoc has it. */
function readRaised(reader: Reader): void {
  const raised = /([~^])((?:\\[!-/:-@[-`{-~]|[^\s\\~^[\]`$*_<])+)\1(?!\1)/uy
  reader.inline.ruler.after('escape', 'raised', (state, isSilent) => {
    raised.lastIndex = state.pos
    const isRun = state.src[state.pos - 1] === state.src[state.pos]
    const [found, mark, text = ''] = (!isRun && raised.exec(state.src)) || []
    if (found === undefined) return false
    if (!isSilent) {
      const name = mark === '~' ? 'sub' : 'sup'
      state.push(`${name}_open`, name, 1)
      state.push('text', '', 0).content = text.replaceAll(/\\(.)/g, '$1')
      state.push(`${name}_close`, name, -1)
    }
    state.pos += found.length
    return true
  })
}

/** `- [ ] To do` and `- [x] Done`. */
function readTasks(reader: Reader): void {
  reader.core.ruler.before('linkify', 'tasks', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries()) {
      const first = children?.[0]
      if (type !== 'inline' || first?.type !== 'text') continue
      if (tokens[at - 2]?.type !== 'list_item_open') continue
      const [mark, state = ''] = /^\[([ xX])\](?=\s)/.exec(first.content) ?? []
      if (mark === undefined) continue
      first.content = first.content.slice(mark.length)
      const task = new Token('code_inline', 'code', 0)
      Object.assign(task, { content: state, attrs: [['class', 'language-task']] })
      children?.unshift(task)
    }
  })
}
