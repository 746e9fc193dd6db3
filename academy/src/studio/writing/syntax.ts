import { commonmarkLanguage, markdownKeymap, pasteURLAsLink } from '@codemirror/lang-markdown'
import { ensureSyntaxTree, Language, LanguageSupport, syntaxTree } from '@codemirror/language'
import { type EditorState, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import {
  Autolink,
  type BlockContext,
  type Line,
  type MarkdownConfig,
  type MarkdownParser,
  Strikethrough,
  Table,
  TaskList,
} from '@lezer/markdown'

/** The rule and the bound of `markdown/reader.ts`; a test holds them together. */
const formula =
  /(\$\$)((?:\\[^`]|[^\\$`])+)\$\$|(\$)(?![\s$])((?:\\[^`]|[^\\$`])*)(?<!\s)\$(?![\d$])/uy
const mostLines = 200

function startsFormula(context: BlockContext, line: Line): boolean {
  return context.depth === 1 && line.indent < 4 && line.text.startsWith('$$', line.pos)
}

const formulas: MarkdownConfig = {
  defineNodes: ['Formula', 'FormulaMark', { name: 'FormulaBlock', block: true }],
  parseInline: [
    {
      name: 'Formula',
      after: 'Escape',
      parse(context, next, pos) {
        if (next !== 36) return -1
        const rest = context.slice(pos, context.end)
        formula.lastIndex = 0
        const [found, isBlock] = formula.exec(rest) ?? []
        // A run of `$` that begins no formula is plain text.
        if (found === undefined) return pos + (/^\$+/.exec(rest)?.[0].length ?? 1)
        const [end, mark] = [pos + found.length, isBlock ? 2 : 1]
        return context.addElement(
          context.elt('Formula', pos, end, [
            context.elt('FormulaMark', pos, pos + mark),
            context.elt('FormulaMark', end - mark, end),
          ]),
        )
      },
    },
  ],
  parseBlock: [
    {
      name: 'FormulaBlock',
      before: 'FencedCode',
      endLeaf: startsFormula,
      parse(context, line) {
        if (!startsFormula(context, line)) return false
        const from = context.lineStart + line.pos
        let text = line.text.slice(line.pos)
        let isWhole = isFormula(text)
        for (let count = 1; !isWhole && count < mostLines; count += 1) {
          if (!context.nextLine() || line.text.trim() === '') break
          text += `\n${line.text}`
          isWhole = isFormula(text)
        }
        if (isWhole) context.nextLine()
        const to = from + text.length
        const parts = isWhole ? [] : context.parser.parseInline(text, from)
        context.addElement(
          context.elt(isWhole ? 'FormulaBlock' : 'Paragraph', from, to, [...parts]),
        )
        return true
      },
    },
  ],
}

function isFormula(text: string): boolean {
  const written = text.trimEnd()
  formula.lastIndex = 0
  return written.endsWith('$$') && formula.exec(written)?.[0] === written
}

const parser = commonmarkLanguage.parser as MarkdownParser
const language = new Language(
  commonmarkLanguage.data,
  parser.configure([Table, TaskList, Strikethrough, Autolink, formulas]),
  [],
  'markdown',
)

/** Markdown as the academy reads it: without HTML, CSS and JavaScript, which `markdown()` loads. */
export const markdownOfLessons = new LanguageSupport(language, [
  Prec.high(keymap.of(markdownKeymap)),
  pasteURLAsLink,
])

/** The syntax of a text, as far as it is needed if that is read within a tenth of a second. */
export const treeOf = (state: EditorState, upTo = state.selection.main.to) =>
  ensureSyntaxTree(state, upTo, 100) ?? syntaxTree(state)
