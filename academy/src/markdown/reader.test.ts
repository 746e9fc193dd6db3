import { expect, test } from 'vitest'
import { readerOf } from './reader.ts'
import { withoutMarkup } from './without-markup.ts'

const text = readerOf({ html: false, isInline: false })
const line = readerOf({ html: false, isInline: true })
const math = (formula: string) => `<code class="language-math">${formula}</code>`
const block = (formula: string) => `<code class="language-math-block">${formula}</code>`
const task = (state: string) => `<code class="language-task">${state}</code>`

test.each([
  ['a formula', 'Let $a+b$ be', `Let ${math('a+b')} be`],
  ['one with an escaped mark', '$5\\$ a$', math('5\\$ a')],
  ['prices are none', 'from $5 to $10', 'from $5 to $10'],
  ['a space inside of the marks makes none', '$ a$', '$ a$'],
  ['nor does one before the end', '$a $', '$a $'],
  ['nor a digit after it', '$a$5', '$a$5'],
  ['a formula on a line of its own', '$$a$$', block('a')],
  ['code is no formula', '`$a$`', '<code>$a$</code>'],
  ['no emphasis within a formula', '$a_1 b_2$', math('a_1 b_2')],
  ['what is special in HTML is text', '$a<b$', math('a&lt;b')],
  ['letters below and above the line', 'H~2~O, 10^6^', 'H<sub>2</sub>O, 10<sup>6</sup>'],
  ['none with a space in them', '~5 to ~6, 2^n and 3^n', '~5 to ~6, 2^n and 3^n'],
  ['two marks strike out', '~~2~~', '<s>2</s>'],
])('%s', (_what, written, shown) => {
  expect(line.renderInline(written)).toBe(shown)
})

test.each([
  ['a formula of several lines', '$$\na\n- b\n$$', `<p>${block('a\n- b')}</p>\n`],
  ['a blank line ends none', '$$\na\n\nb\n$$', '<p>$$\na</p>\n<p>b\n$$</p>\n'],
  ['an open task', '- [ ] Tie it', `<ul>\n<li>${task(' ')} Tie it</li>\n</ul>\n`],
  ['one that is done', '- [x] Tie it', `<ul>\n<li>${task('x')} Tie it</li>\n</ul>\n`],
  ['brackets outside of lists', '[ ] Tie it', '<p>[ ] Tie it</p>\n'],
  [
    'brackets without a space after them',
    '- [x](#a)',
    '<ul>\n<li><a href="#a">x</a></li>\n</ul>\n',
  ],
  [
    'an address becomes a link',
    'https://a.example/~b/~c',
    '<p><a href="https://a.example/~b/~c">https://a.example/~b/~c</a></p>\n',
  ],
  ['a name of a host does not', 'see a.example', '<p>see a.example</p>\n'],
  ['nor does a mail address', 'ada@a.example', '<p>ada@a.example</p>\n'],
  ['HTML is text', '<b>a</b>', '<p>&lt;b&gt;a&lt;/b&gt;</p>\n'],
  ['a script is no link', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
])('%s', (_what, written, shown) => {
  expect(text.render(written)).toBe(shown)
})

test('columns are aligned without styles, which the policy of the page forbids', () => {
  const html = text.render('|a|b|\n|:-:|--:|\n|1|2|')
  expect(html).toContain('<th align="center">a</th>')
  expect(html).toContain('<td align="right">2</td>')
  expect(html).not.toContain('style')
})

test('thousands of lines that begin a formula take no time', () => {
  const started = performance.now()
  text.render('$$\na\n\n'.repeat(5_000))
  line.renderInline('$a '.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})

test.each([
  ['*one* and `two` and __three__', 'one and two and three'],
  ['[a link](https://a.example) ![a picture](b.png)', 'a link a picture'],
  ['5 \\* 3 and \\_a\\_', '5 * 3 and _a_'],
  ['nothing to leave out', 'nothing to leave out'],
])('%s is read as "%s" where no marks can be shown', (written, shown) => {
  expect(withoutMarkup(written)).toBe(shown)
})
