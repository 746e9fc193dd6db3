import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { verbatimSpansOf } from '../../content/markdown/code-spans.ts'
import { plainTextToMarkdown } from '../../content/markdown/plain-text.ts'
import { readQuizText } from '../../content/questions/read-quiz-text.ts'
import { writeQuizText } from '../../content/questions/write-quiz-text.ts'
import { decodeText } from '../../lib/typed-text/decode-text.ts'
import { toQuestions } from './foreign-question.ts'
import { readAiken } from './read-aiken.ts'
import { readGift } from './read-gift.ts'

const renderer = new MarkdownIt({ html: true, linkify: true })

/** Returns the words of a page as its reader sees them. */
function wordsShown(html: string): string {
  const text = html.replaceAll(/<[^<>]*>/gu, (tag) => (/^<(?:br|p|\/p)/u.test(tag) ? ' ' : ''))
  return renderer.utils.unescapeAll(text.replaceAll('\\', '\\\\')).replaceAll(/\s+/gu, ' ').trim()
}

/** Writes our own quiz, which reads back the same. */
function quizOf(foreign: ReturnType<typeof readGift>) {
  const { questions, left } = toQuestions(foreign, 'knots')
  const pools = [{ title: null, take: null, questions }]
  const text = writeQuizText('', pools, 'knots')
  if (questions.length > 0) expect(readQuizText(text, 'knots')).toMatchObject({ pools })
  return { text, left: left.map(({ question, message }) => `${question.line}: ${message}`) }
}

test('questions in GIFT become those of a quiz, with what their authors say about answers', () => {
  const gift = [
    '// Ours.',
    '$CATEGORY: ropes/ends',
    '',
    '::one::Which knot holds? {=Bowline #It keeps its loop. ~Slip knot #It slips. ####Pull it.}',
    '',
    'Which of them',
    'are loops? {~%50%Bowline ~%50%Figure eight ~%-100%Hitch}',
    '',
    'A hitch needs a post. {TRUE#Look again.#Yes.}',
    '',
    'A braid is {=Zopf =Flechte} of three.',
    '',
    'How many metres? {#=3.14:0.01 #Nearly pi.}',
    '',
    'Between? {#1..5}',
    '',
    'What is it for? {=Bowline -> A loop =Sheet bend -> Two ropes =Hitch -> A post}',
    '',
    'Write about ends. {}',
    '',
    '[markdown]What is `a\\=b\\{1\\}`? {=Code',
    '// Or not.',
    '~Cloth}',
  ].join('\n')
  const { text, left } = quizOf(readGift(gift))
  expect(left).toEqual([])
  expect(text).toBe(
    [
      '## Which knot holds?\n\n- [x] Bowline\n- [ ] Slip knot\n',
      '> Pull it.\n>\n> - Bowline: It keeps its loop.\n> - Slip knot: It slips.\n',
      '## Which of them are loops? {partial}\n',
      '- [x] Bowline\n- [x] Figure eight\n- [ ] Hitch\n',
      '## A hitch needs a post.\n\n- [x] True\n- [ ] False\n',
      '> - True: Yes.\n> - False: Look again.\n',
      '## A braid is _____ of three.\n\n= Zopf | Flechte\n',
      '## How many metres?\n\n= 3.14 ± 0.01\n\n> - 3.14: Nearly pi.\n',
      '## Between?\n\n= 1 … 5\n',
      '## What is it for?\n',
      '- Bowline => A loop\n- Sheet bend => Two ropes\n- Hitch => A post\n',
      '## Write about ends. {essay}\n',
      '## What is `a=b{1}`?\n\n- [x] Code\n- [ ] Cloth',
    ].join('\n'),
  )
})

test('what a quiz cannot hold of GIFT is named with its line, and nothing else is lost for it', () => {
  const gift = [
    'Half right? {=Yes ~%50%Nearly ~No}',
    '',
    'Only words.',
    '',
    'Not closed? {=Yes ~No',
    '~Perhaps',
    '',
    'Twice {=Yes ~Yes}',
    '',
    'Exact? {#3.1415926535897932385}',
    '',
    'Fine? {=Yes ~No}',
    '',
    'Fine? {=No ~Yes}',
    '',
    'Which one? {#1,000:0.5}',
    '',
    'Half? {#=.5 #Half}',
    '',
    'Exact? {#3.142}',
  ].join('\n')
  const { text, left } = quizOf(readGift(gift))
  expect(left).toEqual([
    '1: gives part of the points for an answer, which a quiz does not',
    '3: is a text that asks nothing',
    '6: is not GIFT: Expected "}" but end of input found.',
    '8: `options.1.text` stands there twice: remove one, or make them differ',
    '10: has a number of more digits than GIFT is read with: 15',
    '16: has the number 1,000, which may be 1000 or 1: write which',
    '18: has the number .5: write it as 0.5',
  ])
  expect(text.match(/^## .*$/gmu)).toEqual(['## Fine?', '## Fine? {#knots-fine-2}', '## Exact?'])
  expect(text).toContain('= 3.1420')
})

test('questions in Aiken become those of a quiz, and those without an answer are named', () => {
  const aiken = [
    'Which knot holds?',
    'A. Bowline',
    'B) Slip knot',
    'ANSWER: A',
    '',
    'Which slips?',
    'A. Bowline',
    'B. Slip knot',
    'ANSWER: C',
    '',
    'No answer?',
    'A. Yes',
    'B. No',
    'Lost?',
    'A.Bowline',
    'B. Slip knot',
    'ANSWER: B',
    'And the last?',
  ].join('\r\n')
  const { text, left } = quizOf(readAiken(aiken))
  expect(text).toBe('## Which knot holds?\n\n- [x] Bowline\n- [ ] Slip knot')
  expect(left).toEqual([
    '6: has no option C, which its ANSWER names',
    '11: has no line `ANSWER: …` below its options',
    '14: has no option A: write it as `A. …`',
    '18: has no line `ANSWER: …`',
  ])
})

test('words of Aiken and GIFT are shown as they are written, and formulas of Moodle as formulas', () => {
  const words = '2*3*4 = `a` of __init__, <b> costs $5 or $6 # [x](y)'
  const ofGift = words.replaceAll(/[=#{}~:]/gu, '\\$&')
  const aiken = readAiken(`1. ${words}\nA. ${words}\nB. No\nANSWER: A`)
  const gift = readGift(
    `${ofGift} {=${ofGift}#${ofGift} ~No}\n\nWhat is \\\\(x^2\\\\) and $$y$$? {}`,
  )
  const shown = (markdown: string) => wordsShown(renderer.renderInline(markdown))

  for (const { questions } of [toQuestions(aiken, 'a'), toQuestions(gift.slice(0, 1), 'a')]) {
    const [question] = questions
    expect(shown(question?.title ?? '').replace(/^1\. /u, '')).toBe(words)
    expect(question).toHaveProperty('options')
    if (question && 'options' in question)
      expect(shown(question.options[0]?.text ?? '')).toBe(words)
  }
  expect(shown(gift[0]?.explanation ?? '')).toBe(`- ${words}: ${words}`)
  expect(gift[1]?.prompt).toBe('What is $x^2$ and $$y$$?')
})

test('an export of Moodle in HTML is read, and its pictures are named as missing', () => {
  const gift = [
    '// question: 1  name: Loop',
    '::Loop::[html]<p>Which <b>loop</b> is 2*3 &lt; 7, \\\\(a &lt; b\\\\)?</p>' +
      '<p><img src\\="@@PLUGINFILE@@/a%20loop.png" alt\\="A loop"></p>{',
    '\t=<p>Bowline_knot_<br></p>#<p>It <i>holds</i>.</p>',
    '\t~<p>List&lt;String&gt;</p>',
    '\t####<p>All</p>',
    '}',
    '',
    '::Code::[html]<p>What prints?</p><pre>if (a \\= b) \\{ \\}\n// *done*</pre>{T}',
    '',
    '::Short::[html]<p>Which?</p>{=<p>A &amp; B</p>#<p>Yes</p>}',
  ].join('\n')
  const read = readGift(gift)
  const { questions, left } = toQuestions(read, 'knots')
  expect(left).toEqual([])
  expect(questions).toMatchObject([
    {
      title: 'Which **loop** is 2\\*3 &lt; 7, $a < b$?',
      text: '![A loop](a%20loop.png)',
      options: [{ text: 'Bowline_knot\\_' }, { text: 'List&lt;String&gt;' }],
      explanation: 'All\n\n- Bowline_knot\\_: It *holds*.',
    },
    { title: 'What prints?', text: '```\nif (a = b) { }\n// *done*\n```' },
    { accepted: ['A & B'] },
  ])
  expect(read[0]?.missing).toEqual(['a loop.png'])
})

test('lines of code that begin with // stay in their text, and comments between answers go', () => {
  const gift = '[markdown]What prints?\n```c\n// a comment\nf()\n```\n{=a\n// b\nc\n// Ours.\n~d}'
  const [question] = toQuestions(readGift(gift), 'code').questions

  expect(question).toMatchObject({
    text: '```c\n// a comment\nf()\n```',
    options: [{ text: 'a // b c' }, { text: 'd' }],
  })
})

test('any plain text is shown as it is written', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'\\`*_{}[]<>()#+-.!|~$&:=1 \n'),
    fc.constantFrom('](a)', '&amp;', '[ ] ', '1. ', '---', '$x$', 'https://a.example/b_c', '<b>'),
    fc.string({ maxLength: 4 }).map((text) => text.replaceAll(/\p{C}/gu, '')),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('')
      const written = plainTextToMarkdown(text)
      expect(wordsShown(renderer.render(written))).toBe(text.replaceAll(/\s+/gu, ' ').trim())
      const formulas = verbatimSpansOf(written).filter(({ start }) => written[start] === '$')
      expect(formulas).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('a file is read in the encoding that its program saved it in', () => {
  const files = [
    Buffer.from('München'),
    Buffer.from('\uFEFFMünchen'),
    Buffer.from('\uFEFFMünchen', 'utf16le'),
    Buffer.from('München', 'latin1'),
  ]
  expect(files.map(decodeText)).toEqual(files.map(() => 'München'))
  expect(decodeText(Buffer.from([0x80, 0x93, 0x94]))).toBe('€“”')
})
