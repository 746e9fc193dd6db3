import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verbatimSpansOf } from './code-spans.ts'

const academy = '../../academy/src/markdown/reader.ts'
const { readerOf } = (await import(academy)) as {
  readerOf(options: { html: boolean; isInline: boolean }): { render(text: string): string }
}
const page = readerOf({ html: false, isInline: false })

test('what is a formula is told from money, as pandoc does', () => {
  const spans = (text: string) =>
    verbatimSpansOf(text).map(({ start, end }) => text.slice(start, end))

  expect(spans('costs $5 and $10, or $ 5 $')).toEqual([])
  expect(spans('$x$, $a{=}b$ and \\$x$, $$\ny\n$$')).toEqual(['$x$', '$a{=}b$', '$$\ny\n$$'])
  expect(spans('$20,000 and USD$30, `$x$`')).toEqual(['`$x$`'])
})

test('readers of books and the academy tell formulas by the same rule', () => {
  const piece = fc.constantFrom('$', '$$', '\\', 'x', '^2', ' ', '5', '_', '{a}', '\n', '*', '- ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = `a ${pieces.join('').replaceAll(/\n[\s*-]*(?=\n|$)/gu, '')}`
      const formulas = verbatimSpansOf(text.trim()).length
      const shown = page.render(text.trim()).match(/<code class="language-math/gu)?.length ?? 0
      // A list ends a paragraph, and the formula that was begun in it.
      if (!/\n\s*[-*]/u.test(text)) expect([text, shown]).toEqual([text, formulas])
    }),
    { numRuns: 2_000 },
  )
})

test('a page shows tasks, footnotes, bare addresses, and formulas whose lines look like lists', () => {
  const shown = (text: string) => page.render(text).trim()

  expect(shown('- [x] Done\n- \\[ ] No')).toMatch(/language-task">x<\/code> Done[\s\S]*\[ \] No/u)
  expect(shown('Text[^1].\n\n[^1]: Note.')).toMatch(/href="#fn1" id="fnref1"[\s\S]*<li id="fn1"/u)
  expect(shown('See https://a.example/x_y.')).toContain('<a href="https://a.example/x_y">https')
  expect(shown('See a.example, me@a.example')).not.toContain('<a')
  expect(shown('> $$\n> a\n> - b\n> = c\n> $$')).toContain(
    'language-math-block">a\n- b\n= c</code>',
  )
})
