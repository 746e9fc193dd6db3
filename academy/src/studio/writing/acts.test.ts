import { history, undo } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorSelection, EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { readerOf } from '../../markdown/reader.ts'
import { loadTexts } from '../../texts/texts.ts'
import { type Act, insertText, linkTo, targetAt } from './acts.ts'
import { markdownOfLessons } from './syntax.ts'
import { type Tool, tools } from './tools.ts'

await loadTexts('studio')

/** `|` marks a cursor, and two of them what is chosen. */
function stateOf(marked: string): EditorState {
  const [before = '', chosen = '', after] = marked.split('|')
  const doc = after === undefined ? before + chosen : before + chosen + after
  const head = after === undefined ? before.length : before.length + chosen.length
  return stateAt(doc, before.length, head)
}

function stateAt(doc: string, anchor: number, head: number): EditorState {
  return EditorState.create({
    doc,
    selection: EditorSelection.range(anchor, head),
    extensions: [EditorState.lineSeparator.of('\n'), markdownOfLessons, history()],
  })
}

const after = (state: EditorState, act: Act) => state.update(act.run(state)).state

test.each<[string, keyof typeof tools, string, string]>([
  ['bold', 'bold', 'A |loop| holds.', 'A **loop** holds.'],
  ['the word at the cursor', 'bold', 'A lo|op holds.', 'A **loop** holds.'],
  ['bold from within', 'bold', 'A **two wo|rds** b', 'A two words b'],
  ['all of what is bold in parts', 'bold', '|A **loop** holds| it', '**A loop holds** it'],
  ['what begins within bold', 'bold', 'A **lo|op** holds| it', 'A **loop holds** it'],
  ['all of what is code in parts', 'code', '|a `b` c|', '`a b c`'],
  ['no half of italic', 'bold', 'a *b |c* d|', 'a ***b c* d**'],
  ['blanks stay outside', 'italic', 'A| loop |holds.', 'A *loop* holds.'],
  ['italic within bold', 'italic', '**|loop|**', '***loop***'],
  ['bold off within both', 'bold', '***|loop|***', '*loop*'],
  ['each line by itself', 'bold', '- |one\n- two|', '- **one**\n- **two**'],
  ['code as a whole', 'bold', 'A `lo|op` b', 'A **`loop`** b'],
  ['no address', 'bold', '[a](b|b.md)', '**[a](bb.md)**'],
  ['no program', 'bold', '|a\n```\nb\n```|', '**a**\n```\nb\n```'],
  ['another heading', 'heading3', '## Kno|ts', '### Knots'],
  ['an underlined one', 'heading2', 'Kno|ts\n---\n\nText', '## Knots\n\nText'],
  ['a list', 'bullets', '|one\n\ntwo|', '- one\n\n- two'],
  ['numbers in place of a list', 'numbers', '|- one\n- two|', '1. one\n2. two'],
  ['tasks', 'tasks', '- o|ne', '- [ ] one'],
  ['a list of tasks is none of bullets', 'bullets', '- [x] o|ne', '- one'],
  ['a list in a quote', 'bullets', '> o|ne', '> - one'],
  ['code of lines', 'codeBlock', '|a\n```\nb|', '````\na\n```\nb\n````'],
  ['code no more', 'codeBlock', '```ts\na|b\n```', 'ab'],
  [
    'a table after the paragraph',
    'table',
    'A|b\n\nc',
    'Ab\n\n| Column 1 | Column 2 |\n| --- | --- |\n|  |  |\n|  |  |\n\nc',
  ],
  ['a callout of lines', 'hint', '|a\nb|', '> **Hint**\n>\n> a\n> b'],
  ['a rule', 'rule', 'a|', 'a\n\n---'],
])('%s', (_what, name, marked, expected) => {
  expect(after(stateOf(marked), tools[name] as Act).sliceDoc()).toBe(expected)
})

test('a cursor stays in its word', () => {
  const { main } = after(stateOf('A loop| holds.'), tools.bold).selection
  expect([main.anchor, main.head]).toEqual([8, 8])
})

test('a link is found with its text and address, and written so that both stay', () => {
  const { text, address, at } = targetAt(stateOf('See [the *kn|ot*](knot.md#tie "Title").'))
  expect({ text, address, at: [at.from, at.to] }).toEqual({
    ...{ text: 'the *knot*', address: 'knot.md#tie', at: [4, 37] },
  })
  expect(linkTo('a', 'b c(d).png', true)).toBe('![a](<b c(d).png>)')
  const state = stateOf('A |loop| holds.')
  const changed = state.update(insertText(state, linkTo('loop', 'x.md'))).state
  expect(changed.sliceDoc()).toBe('A [loop](x.md) holds.')
})

const words = 'word|two words|**bold**|*it*|`co de`|$x_1$|~~no~~|[a](b.md)|<b>|é|🪢|\\*| |\t'.split(
  '|',
)
const starts = ['\n', '\r\n', '\n\n', '\n- ', '\n1. ', '\n> ', '\n## ']
const blocks = ['\n```ts\n', '\n```\n', '\n$$\na\n$$\n', '\n|a|b|\n|-|-|\n|1|2|\n']
const placesIn = (parts: readonly string[]) => {
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 14 })
  return fc.tuple(text, fc.nat(), fc.nat()).map(([all, one, other]) => {
    const doc = all.join('')
    const within = (place: number) => place % (doc.length + 1)
    return { doc, anchor: within(one), head: within(other) }
  })
}
const places = placesIn([...words, ...starts, ...blocks])
/** With marks that nothing closes. */
const roughPlaces = placesIn([...words, ...starts, ...blocks, '*', '`', '$'])
const all = Object.values<Tool>(tools).filter((tool): tool is Act => tool.run !== undefined)

test('every act is one step, which undo takes back byte for byte; moving about changes nothing', () => {
  fc.assert(
    fc.property(roughPlaces, fc.constantFrom(...all), ({ doc, anchor, head }, act) => {
      const moved = stateAt(doc, 0, 0).update({ selection: { anchor, head } }).state
      expect(moved.sliceDoc()).toBe(doc)
      let state = after(after(moved, tools.quote), act)
      const before = after(moved, tools.quote).sliceDoc()
      if (state.sliceDoc() !== before) undo({ state, dispatch: (step) => (state = step.state) })
      expect(state.sliceDoc()).toBe(before)
    }),
    propertyRuns(400),
  )
})

const letters = {
  bold: '*',
  italic: '*',
  strike: '~',
  code: '`',
  formula: '$',
  quote: '>',
} as const

test('what an act turns on it turns off again, byte for byte', () => {
  const names = fc.constantFrom(...(Object.keys(letters) as (keyof typeof letters)[]))
  fc.assert(
    fc.property(places, names, ({ doc, anchor, head }, name) => {
      // Half of it may be so before: then it is all or nothing.
      fc.pre(!doc.includes(letters[name]))
      const once = after(stateAt(doc, anchor, head), tools[name])
      if (tools[name].isOn?.(once)) expect(after(once, tools[name]).sliceDoc()).toBe(doc)
    }),
    propertyRuns(400),
  )
})

test('formulas are those that readers see', () => {
  const math = fc
    .array(fc.constantFrom('$', '$$', 'a', ' ', '5', '\\$', '_', '^2'), { maxLength: 9 })
    .map((parts) => `x ${parts.join('')}`)
  const reader = readerOf({ html: false, isInline: true })
  fc.assert(
    fc.property(math, (doc) => {
      const state = stateAt(doc, 0, 0)
      const found: string[] = []
      ensureSyntaxTree(state, doc.length, 1_000)?.iterate({
        enter({ name, node, from, to }) {
          if (name !== 'Formula') return
          const [first, last] = node.getChildren('FormulaMark')
          found.push(doc.slice(first?.to ?? from, last?.from ?? to).trim())
        },
      })
      const shown = [
        ...reader.renderInline(doc).matchAll(/<code class="language-math[^>]*>([^<]*)/g),
      ]
      expect(found).toEqual(shown.map(([, tex]) => tex))
    }),
    propertyRuns(300),
  )
})
