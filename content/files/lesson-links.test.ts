import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveLessonLinks, toFileLinks } from './lesson-links.ts'

const courseId = '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02'
const keys = new Set(['intro', 'signing-in', '結び目', 'a'])
const resolve = (markdown: string) => resolveLessonLinks(markdown, { courseId, keys })
const to = (rest: string) => `/api/courses/${courseId}/lessons/${rest}`

describe('a link to the file of another lesson leads to that lesson', () => {
  test.each([
    ['inline', '[x](intro.md)', `[x](${to('intro')})`],
    ['with a dot before it', '[x](./intro.md)', `[x](${to('intro')})`],
    ['with an anchor', '[x](intro.md#first-steps)', `[x](${to('intro#first-steps')})`],
    ['with a title', '[x](intro.md "Before you begin")', `[x](${to('intro')} "Before you begin")`],
    ['in angle brackets', '[x](<intro.md>)', `[x](<${to('intro')}>)`],
    ['of a different script', '[x](結び目.md)', `[x](${to('%E7%B5%90%E3%81%B3%E7%9B%AE')})`],
    [
      'percent-encoded',
      '[x](%E7%B5%90%E3%81%B3%E7%9B%AE.md)',
      `[x](${to('%E7%B5%90%E3%81%B3%E7%9B%AE')})`,
    ],
    [
      'by reference',
      'See [x].\n\n[x]: intro.md "Intro"',
      `See [x].\n\n[x]: ${to('intro')} "Intro"`,
    ],
    [
      'in HTML',
      '<a class="more" href="intro.md#b">x</a>',
      `<a class="more" href="${to('intro#b')}">x</a>`,
    ],
    [
      'around a picture',
      '[![x](intro.md)](signing-in.md)',
      `[![x](intro.md)](${to('signing-in')})`,
    ],
    ['several in a line', '[x](a.md), [y](a.md)', `[x](${to('a')}), [y](${to('a')})`],
    ['in a list', '- x\n\n    [y](a.md)', `- x\n\n    [y](${to('a')})`],
    [
      'after code in a list',
      '1. x\n\n   ```\n   b\n   ```\n\n   [y](a.md)',
      `1. x\n\n   \`\`\`\n   b\n   \`\`\`\n\n   [y](${to('a')})`,
    ],
    ['after inline code of three backticks', '```x``` [y](a.md)', `\`\`\`x\`\`\` [y](${to('a')})`],
  ])('%s', (_, written, published) => {
    expect(resolve(written)).toBe(published)
  })
})

test.each([
  ['a lesson that the course does not have', '[x](other.md)'],
  ['a picture', '![x](intro.md)'],
  ['a picture in HTML', '<img src="intro.md">'],
  ['an attribute that is no address', '<a data-href="intro.md">x</a>'],
  ['a site', '[x](https://example.com/intro.md)'],
  ['a file in a folder', '[x](more/intro.md)'],
  ['a path of the site', '[x](/intro.md)'],
  ['a query', '[x](intro.md?raw)'],
  ['a percent sign by itself', '[x](%69ntro%.md)'],
  ['encoded bytes that are no text', '[x](%69ntro%ff.md)'],
  ['a file of a different kind', '[x](intro.mdx)'],
  ['a place in the same lesson', '[x](#intro.md)'],
  ['fenced code', '```md\n[x](intro.md)\n```'],
  [
    'fenced code with blank lines, in a list',
    '- x\n\n  ```md\n  [x](intro.md)\n\n  [x](a.md)\n  ```',
  ],
  ['fenced code that begins a list item', '- ~~~\n  [x](intro.md)\n  ~~~'],
  ['fenced code in a quotation', '> ```\n> [x](intro.md)\n>\n> [x](a.md)\n> ```'],
  ['indented code', 'x\n\n    [x](intro.md)\n\n    [x](a.md)'],
  ['indented code in a list', '- x\n\n      [x](intro.md)'],
  ['a code span', '`[x](intro.md)` and ``[x](`intro.md)``'],
  ['a comment', '<!-- [x](intro.md)\n[x](a.md) -->'],
  ['escaped brackets', '\\[x](intro.md) and [x\\](intro.md)'],
  ['a footnote', 'x[^1]\n\n[^1]: intro.md is a file'],
])('%s stays as it is', (_, markdown) => {
  expect(resolve(markdown)).toBe(markdown)
})

test('published links become links to files again', () => {
  const written =
    'A [x](intro.md#a), `[x](intro.md)`, <a href="結び目.md">y</a>\n\n[z]: signing-in.md "Z"'
  expect(toFileLinks(resolve(written), courseId)).toBe(written)
  expect(resolve(toFileLinks(resolve(written), courseId))).toBe(resolve(written))
})

test('links to lessons of other courses, and to what is no key, stay', () => {
  const other = '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c99'
  const markdown = `[x](/api/courses/${other}/lessons/intro) [y](${to('a/b')}) [z](${to('A%20b')}) [q](${to('a?b')})`
  expect(toFileLinks(markdown, courseId)).toBe(markdown)
})

test('whatever is around the links, they come back as they were, and nothing else changes', () => {
  const piece = fc.constantFrom(
    ...[
      '[x](intro.md)',
      '[x](a.md#b)',
      '![x](a.md)',
      '[x]: 結び目.md',
      '`',
      '```',
      '~~~',
      '\n',
      '\n\n',
    ],
    ...[
      '    ',
      '- ',
      '> ',
      '<!--',
      '-->',
      '<a href="a.md">',
      '[',
      ']',
      '\\',
      '(',
      ')',
      'text',
      '\t',
      '1. ',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const written = pieces.join('')
      const published = resolve(written)
      expect(toFileLinks(published, courseId)).toBe(written)
      expect(resolve(published)).toBe(published)
    }),
    { numRuns: 2000 },
  )
})
