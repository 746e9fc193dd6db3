import { describe, expect, test } from 'vitest'
import { findHeading } from '../../content/markdown/markdown-heading.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { markupShown } from './test-support.ts'

const convert = (text: string) => htmlToMarkdown(text, { showsHtml: false })

describe('HTML becomes what renderers show without it', () => {
  test.each([
    ['comments', 'One <!-- two\nthree --> four.\n<!-- gone -->\nFive.', 'One \n four.\nFive.'],
    ['comments with code', '<!--\n```\n-->\n\nText `<!-- x -->`.', '\nText `<!-- x -->`.'],
    [
      'emphasis',
      'A <b>bold</b>, <em>soft</em> and <s>old</s> word.',
      'A **bold**, *soft* and ~~old~~ word.',
    ],
    ['keys and code', '<kbd>Ctrl</kbd>+<code>a &lt; `b`</code>', '`Ctrl`+`` a < `b` ``'],
    [
      'letters above and below',
      'H<sub>2</sub>O, x<sup>n+1</sup>, x<sub>Q</sub>',
      'H₂O, xⁿ⁺¹, x\\_Q',
    ],
    ['long letters above', '<sup>A whole note.</sup>', 'A whole note.'],
    ['line breaks', 'One<br>two<br/>\nthree<br>\n\nfour', 'One\\\ntwo\\\nthree\n\nfour'],
    ['links over lines', '<a href="a b.md">one\ntwo</a>', '[one\ntwo](<a b.md>)'],
    ['pictures', '<img width="30" alt="A [b]" src=a(1).png>', '![A \\[b\\]](<a(1).png>)'],
    [
      'videos',
      '<iframe src="https://www.youtube.com/embed/abcdefghi_1?a=b"></iframe>',
      '[Video](https://www.youtube.com/watch?v=abcdefghi_1)',
    ],
    ['films', '<video controls><source src="a.mp4">No film.</video>', '[Video](a.mp4)'],
    ['words in angle brackets', 'Vec<T> and <your name>', 'Vec\\<T> and \\<your name>'],
    ['headings', '<h2 align="center">Big <i>one</i></h2>\ntext', '## Big *one*\n\ntext'],
    [
      'centred pictures',
      '<p align="center">\n    <a href="b"><img src="a.png"></a>\n    <br>\n    <em>So.</em>\n</p>',
      '[![](a.png)](b)\n\n*So.*',
    ],
    [
      'figures',
      '<figure>\n<img src="a.png">\n<figcaption>So</figcaption>\n</figure>',
      '![](a.png)\n\n*So*',
    ],
    [
      'lists',
      '<ul>\n  <li>One\n  <li>Two\n    <ol start="3"><li>n</li></ol></li>\n</ul>',
      '- One\n- Two\n\n  3. n',
    ],
    ['definitions', '<dl><dt>A</dt><dd>First.</dd></dl>', '**A**\n\nFirst.'],
    [
      'code',
      '<pre lang="js"><code>if (a &lt; b) {\n\n  <b>x</b>\\n\n}</code></pre>',
      '```js\nif (a < b) {\n\n  x\\n\n}\n```',
    ],
    [
      'code in a list',
      '- a\n  <pre>\n  x\n    y\n  </pre>\n- b',
      '- a\n\n  ```\n  x\n    y\n  ```\n\n- b',
    ],
    ['quotes', '> <p>One</p>\n> two', '> One\n>\n> two'],
    ['alerts of GitHub', '> [!NOTE]\n> Read.', '> **Note:**\n> Read.'],
    ['the attributes of headings', '## Knots {#knots .big}\n\nText', '## Knots\n\nText'],
  ])('%s', (_, html, markdown) => {
    const { text, places } = convert(html)

    expect(text).toBe(markdown)
    expect(places).toHaveLength(text.split('\n').length)
    expect(markupShown(text)).toEqual([])
  })

  test('details are quotes, wherever they stand, with Markdown in them', () => {
    const html = [
      '- Item',
      '  <details open><summary>Why <b>so</b>?</summary>',
      '',
      '  Because:',
      '',
      '  - one',
      '',
      '  ```html',
      '  <b>stays</b>',
      '  ```',
      '  </details>',
      '- Next',
    ].join('\n')

    expect(convert(html).text).toBe(
      [
        ...['- Item', '', '  > **Why so?**', '  >', '  > Because:', '  >', '  > - one', '  >'],
        ...['  > ```html', '  > <b>stays</b>', '  > ```', '', '- Next'],
      ].join('\n'),
    )
  })

  test('tables keep their rows and columns, and what only places things does not', () => {
    const html = [
      '<table><caption>Ropes</caption>',
      '<thead><tr><th>A</th><th>B | C</th></tr></thead>',
      '<tr><td rowspan="2">1</td><td><ul><li>x</li><li>y</li></ul></td></tr>',
      '<tr><td>z<br>w</td></tr>',
      '<tr><td colspan="2"></td></tr>',
      '</table>',
      '',
      '<table><tr><td>',
      '',
      '```js',
      'x',
      '```',
      '',
      '</td><td>two</td></tr></table>',
      '',
      '| a | b |',
      '|---|---|',
      '| x<br>y | <ul><li>q</li><li>r</li></ul> |',
    ].join('\n')

    expect(convert(html).text.split('\n')).toEqual([
      ...['*Ropes*', '', '| A | B \\| C |', '| --- | --- |', '| 1 | x / y |', '|  | z / w |'],
      ...['|  |  |', '', '```js', 'x', '```', '', 'two', ''],
      ...['| a | b |', '|---|---|', '| x / y |  • q  • r  |'],
    ])
  })
})

test('what cannot be shown is told with its line, once, and its text is kept', () => {
  const html =
    'a\n<Oven x="1">Hot</Oven>\n<script>\nrun()\n</script>\n<Oven y="2"/>\n<details>\nopen\n'
  const { text, notShown } = convert(html)

  expect(text).toBe('a\nHot\n\n\n\nopen\n')
  expect(notShown).toEqual([
    { place: 1, message: '<Oven> is not known: only its text is shown' },
    { place: 2, message: '<script> cannot be shown: it is left out' },
    { place: 6, message: 'this <details> has no </details>: add it' },
  ])
  expect(convert('<!-- open\ntext').notShown).toEqual([
    { place: 0, message: 'this comment has no -->: add it' },
  ])
})

test('anchors lead to the heading on their line or below, or else above', () => {
  const html =
    '<a id="top"></a>\nWords\n\n<a name="one"></a>\n## Loops & knots\n<p id="two">x</p>\n## Loops & knots {#three}'

  expect(Object.fromEntries(convert(html).anchors)).toEqual({
    top: '',
    one: 'loops--knots',
    two: 'loops--knots',
    three: 'loops--knots-1',
  })
})

test('words in angle brackets stay words in titles', () => {
  expect(convert('# Of Vec<T> and <b>more</b>').text).toBe('# Of Vec\\<T> and **more**')
  expect(findHeading('# Of Vec\\<T> and **more**')?.title).toBe('Of Vec<T> and more')
})

test('a course that shows HTML keeps it, without comments and what its books alone know', () => {
  const html = '<b>a</b> <!-- b --><img src="c.png">\n<span class="caption">d</span>'

  expect(htmlToMarkdown(html, { showsHtml: true }).text).toBe('<b>a</b> <img src="c.png">\n*d*')
})

test('a course that shows HTML shows words in angle brackets as well', () => {
  const { text } = htmlToMarkdown('A Vec<String> is <b>bold</b>, $a<b>c$.', { showsHtml: true })
  expect(text).toBe('A Vec\\<String> is <b>bold</b>, $a<b>c$.')
})
