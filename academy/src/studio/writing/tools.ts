import { t } from '../../texts/texts.ts'
import { type Act, block, codeBlock, heading, inline, list, quote } from './acts.ts'

/** A whole text, a short one, or a line. */
export type EditorSize = 'full' | 'small' | 'line'

/** Without `run`, it asks something first. Its text is `write.NAME`. */
export interface Tool extends Partial<Act> {
  /** The path of its picture on the bar; without, it is in the menu alone. */
  icon?: string
  key?: string
  /** The smaller editors that have it, too. */
  in?: readonly EditorSize[]
}

const everywhere = { in: ['small', 'line'] } as const
const short = { in: ['small'] } as const

/** Marks around words: what the syntax calls them, how they are written, what shows them. */
export const marks = {
  bold: {
    ...inline('StrongEmphasis', '**', 'strong'),
    ...everywhere,
    key: 'Mod-b',
    icon: 'M7 5h6a3.5 3.5 0 010 7H7zM7 12h7a3.5 3.5 0 010 7H7z',
  },
  italic: {
    ...inline('Emphasis', '*', 'em'),
    ...everywhere,
    key: 'Mod-i',
    icon: 'M10 5h7M7 19h7M14 5l-4 14',
  },
  strike: {
    ...inline('Strikethrough', '~~', 's'),
    icon: 'M5 12h14M16 7a4 3 0 00-4-2c-4 0-5 4-1 5.5M8 17a4 3 0 004 2c4 0 5-4 1-5.5',
  },
  code: {
    ...inline('InlineCode', '`', 'code'),
    ...everywhere,
    key: 'Mod-e',
    icon: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  },
  formula: {
    ...inline('Formula', '$', 'code'),
    ...everywhere,
    icon: 'M18 8V5H6l6 7-6 7h12v-3',
  },
} satisfies Record<string, Tool>

const paragraphs = {
  heading2: { ...heading(2), icon: 'M4 5v14M12 5v14M4 12h8M17 10l3-2v11' },
  heading3: { ...heading(3), icon: 'M4 7v12M11 7v12M4 13h7M16 12a2 2 0 114 1c0 2-4 3-4 6h4' },
  bullets: {
    ...list('- ', '[-*+](?![ \\t]+\\[[ xX]\\][ \\t])'),
    ...short,
    icon: 'M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01',
  },
  numbers: {
    ...list('1. ', '\\d{1,9}[.)]'),
    ...short,
    icon: 'M10 6h11M10 12h11M10 18h11M4 4v4M3.5 11.5a1.5 1.5 0 012.5 1L3.5 16H6',
  },
  tasks: {
    ...list('- [ ] ', '[-*+][ \\t]+\\[[ xX]\\]'),
    icon: 'M11 6h10M11 12h10M11 18h10M3 6l1.5 1.5L7 5M3 12l1.5 1.5L7 11M3 18l1.5 1.5L7 17',
  },
  quote: { ...quote, icon: 'M5 5v14M9 8h11M9 12h11M9 16h7' },
} satisfies Record<string, Tool>

/** A quote with a title in bold, as readers show what books call a callout. */
const callout = (kind: 'hint' | 'note' | 'caution') =>
  block((text) => ({
    before: `> **${t(`write.callout.${kind}`)}**\n>\n> `,
    body: text.replaceAll('\n', '\n> '),
  }))

const blocks = {
  link: {
    ...short,
    key: 'Mod-k',
    icon: 'M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1',
  },
  file: { icon: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01' },
  table: {
    ...block(() => {
      const column = t('write.column')
      const after = ` | ${column} 2 |\n| --- | --- |\n|  |  |\n|  |  |`
      return { before: '| ', body: `${column} 1`, after }
    }, false),
    icon: 'M4 5h16v14H4zM4 10h16M4 15h16M12 5v14',
  },
  hint: { ...callout('hint'), icon: 'M12 8v5M12 16h.01M4 4h16v16H4z' },
  note: callout('note'),
  caution: callout('caution'),
  codeBlock: { ...codeBlock(), icon: 'M4 4h16v16H4zM10 9l-3 3 3 3M14 9l3 3-3 3' },
  formulaBlock: block((body) => ({ before: '$$\n', body, after: '\n$$' })),
  rule: block(() => ({ before: '---' }), false),
} satisfies Record<string, Tool>

/** Whatever an editor offers: on its bar, in its menu, by keys. */
export const tools = { ...marks, ...paragraphs, ...blocks }
export type ToolName = keyof typeof tools

const namesOf = (some: object) => Object.keys(some) as ToolName[]
export const groups = [marks, paragraphs, blocks].map(namesOf)
export const inMenu = namesOf({ ...paragraphs, ...blocks })
