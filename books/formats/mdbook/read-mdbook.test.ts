import { describe, expect, test } from 'vitest'
import { mistakesOf, readTree } from '../test-support.ts'

const TOML = '[book]\ntitle = "Knots and ropes"\nauthors = ["Ida Reef"]\nlanguage = "en"\n'
const SUMMARY = [
  '# Summary',
  '',
  '[Welcome](welcome.md)',
  '',
  '# On shore',
  '',
  '- [Loops](loops/README.md)',
  '  - [Bowline](loops/bowline.md)',
  '    - [By night](loops/night.md)',
  '- [Later]()',
  '',
  '---',
  '',
  '# At sea',
  '',
  '* [Hitches](hitches.md)',
].join('\n')
const BOOK = {
  'book.toml': TOML,
  'src/SUMMARY.md': SUMMARY,
  'src/welcome.md': '# Welcome aboard\n\nThis book ties *ropes* to [posts](hitches.md#two).\n',
  'src/loops/README.md': '# Loops\n\n![A loop](../img/loop.png)\n\n[Night](night.html)\n',
  'src/loops/bowline.md': '---\nminutes: 25\n---\n# The bowline\n\nA loop that holds.\n',
  'src/loops/night.md': 'No heading stands here.\n',
  'src/hitches.md': '# Hitches\n\nTwo turns. [Loops](loops/index.html), [dead](none.md).\n',
  'src/img/loop.png': Buffer.from('89504e470d0a1a0a', 'hex'),
}

/** Returns the text of a page of its own in the book. */
async function textOf(page: string, files: Record<string, string> = {}) {
  const { lessons, warnings } = await readTree(bookWith(page, files))
  const lesson = lessons.get('hitches')
  return { lesson, text: lesson?.content, warnings }
}

const bookWith = (page: string, files: Record<string, string>) => ({
  ...BOOK,
  ...files,
  'src/hitches.md': `# Hitches\n\n${page}\n`,
})

describe('a book', () => {
  test('becomes a course: parts are sections, and nested chapters follow in order', async () => {
    const { course, outline } = await readTree(BOOK)

    expect(course).toMatchObject({
      slug: 'knots-and-ropes',
      title: 'Knots and ropes',
      summary: 'This book ties ropes to posts.',
      language: 'en',
      authors: ['Ida Reef'],
      price: { amount: 0 },
    })
    expect(outline).toEqual([
      ['Knots and ropes', ['welcome']],
      ['On shore', ['loops-readme', 'loops-bowline', 'loops-night']],
      ['At sea', ['hitches']],
    ])
  })

  test('without parts has a section for each chapter of the first level', async () => {
    const summary = SUMMARY.replaceAll(/# (?:On|At).*/gu, '')
    const { outline } = await readTree({ ...BOOK, 'src/SUMMARY.md': summary })

    expect(outline).toEqual([
      ['Welcome', ['welcome']],
      ['Loops', ['loops-readme', 'loops-bowline', 'loops-night']],
      ['Hitches', ['hitches']],
    ])
  })

  test('is read however its table of contents is written', async () => {
    const summary = [
      '\uFEFF# Summary',
      '[Welcome](<welcome.md> "Come in")',
      '',
      '# On *shore* with `snake_case_`',
      "1. [Loops](loops/README.md 'All')",
      '\t- [Bowline](./loops/bowline.md (One))',
      '\t\t* [By night](loops/%6Eight.md#late)',
      '<!-- - [Gone](gone.md) -->',
      '2) [Hitches](hitches.md))',
      '',
      '[Later]( )',
    ].join('\r\n')
    const { outline } = await readTree({ ...BOOK, 'src/SUMMARY.md': summary })

    expect(outline).toEqual([
      ['Knots and ropes', ['welcome']],
      ['On shore with snake_case_', ['loops-readme', 'loops-bowline', 'loops-night', 'hitches']],
    ])
  })

  test('titles its lessons by their headings, else by its table of contents', async () => {
    const { lessons } = await readTree(BOOK)

    expect(lessons.get('welcome')).toMatchObject({ title: 'Welcome aboard' })
    expect(lessons.get('loops-night')).toMatchObject({
      title: 'By night',
      content: 'No heading stands here.',
    })
  })

  test('keeps the minutes that a page states', async () => {
    const { lessons } = await readTree(BOOK)

    expect(lessons.get('loops-bowline')?.minutes).toBe(25)
  })

  test('links its lessons by key, and brings its pictures along', async () => {
    const { lessons, files, warnings } = await readTree(BOOK)

    expect(lessons.get('welcome')?.content).toContain('[posts](hitches.md#two)')
    expect(lessons.get('loops-readme')?.content).toBe(
      '![A loop](img/loop.png)\n\n[Night](loops-night.md)',
    )
    expect(lessons.get('hitches')?.content).toContain('[Loops](loops-readme.md)')
    expect(files.map(({ path, size }) => [path, size])).toEqual([['img/loop.png', 8]])
    expect(warnings).toEqual([
      'src/SUMMARY.md:10: the chapter "Later" has no page yet: it is left out',
      'src/hitches.md:3: dead link: "src/none.md" is neither a lesson nor a file of this course; ' +
        'link to an https URL instead',
    ])
  })

  test('keeps a page that has nothing but a heading, or nothing at all', async () => {
    const { lessons } = await readTree({
      ...BOOK,
      'src/loops/README.md': '# All loops\n',
      'src/loops/night.md': '\n',
    })

    expect(lessons.get('loops-readme')).toMatchObject({
      title: 'All loops',
      content: '# All loops',
    })
    expect(lessons.get('loops-night')).toMatchObject({ title: 'By night', content: '# By night' })
  })

  test('takes from lyceum.yaml what it does not state', async () => {
    const terms = 'slug: ropes\nsummary: All about ropes.\nprice: { amount: 900, currency: EUR }\n'
    const { course } = await readTree({ ...BOOK, 'lyceum.yaml': terms })

    expect(course).toMatchObject({
      slug: 'ropes',
      title: 'Knots and ropes',
      summary: 'All about ropes.',
      price: { amount: 900, currency: 'EUR' },
    })
  })

  test('keeps a long description, and cuts one that is too long', async () => {
    const summaryOf = async (description: string) => {
      const toml = `[book]\ntitle = "Ropes"\ndescription = "${description}"\n`
      return (await readTree({ ...BOOK, 'book.toml': toml })).course.summary
    }

    expect(await summaryOf('Ropes hold. '.repeat(30).trim())).toHaveLength(359)
    expect(await summaryOf('Ropes hold. '.repeat(60).trim())).toMatch(/^.{490,499}…$/u)
  })

  test('may lie in a folder of its repository', async () => {
    const inner = Object.fromEntries(
      Object.entries(BOOK).map(([name, content]) => [`docs/book/${name}`, content]),
    )
    const { outline, files } = await readTree(inner, { folder: 'docs/book' })

    expect(outline).toHaveLength(3)
    expect(files.map(({ path }) => path)).toEqual(['img/loop.png'])
  })

  test('shows all its mistakes at once, each with its line', async () => {
    const mistakes = await mistakesOf({
      ...BOOK,
      'lyceum.yaml': 'slog: ropes\n',
      'src/SUMMARY.md': `${SUMMARY}\n- [Gone](gone.md)\n- no link\n- [Twice](hitches.md)\n`,
      'src/welcome.md': Uint8Array.of(0x23, 0x20, 0xff, 0x0a),
      'src/loops/bowline.md': '---\nminutes: many\n---\n# The bowline\n\nA loop.\n',
    })

    expect(mistakes).toEqual([
      'src/SUMMARY.md:18: "- no link" has no link: write - [Title](file.md), ' +
        'or - [Title]() for later',
      'src/welcome.md:1: this line is not UTF-8 text: save the file as UTF-8',
      'src/SUMMARY.md:17: there is no such file "src/gone.md": add it, or correct the name',
      'lyceum.yaml:1: this file has no field "slog": did you mean slug?',
      'src/loops/bowline.md:2: minutes must be a whole number of minutes from 1 to 1440',
      'src/SUMMARY.md:19: "hitches" is a page of this book already: name it once',
    ])
  })

  test('tells which pages make the same key', async () => {
    const mistakes = await mistakesOf({
      ...BOOK,
      'src/SUMMARY.md': `${SUMMARY}\n- [A](loops-night.md)\n`,
      'src/loops-night.md': '# A\n\nText.\n',
    })

    expect(mistakes).toEqual([
      'src/SUMMARY.md:17: "loops-night" and "loops/night" make the same key "loops-night": ' +
        'rename one of the files',
    ])
  })

  test('with a book.toml that is no TOML says where', async () => {
    const mistakes = await mistakesOf({ ...BOOK, 'book.toml': '[book]\ntitle = Knots\n' })

    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(/^book\.toml:2: this is not valid TOML: /u)
  })
})

describe('includes', () => {
  const listing = [
    'use std::io;',
    '// ANCHOR: all',
    'fn main() {',
    '    // ANCHOR: body',
    '    tie();',
    '    // ANCHOR_END: body',
    '}',
    '// ANCHOR_END: all',
  ].join('\n')
  const files = { 'listings/tie.rs': `${listing}\n` }

  test.each([
    ['a whole file', '../listings/tie.rs', 'use std::io;\nfn main() {\n    tie();\n}'],
    [
      'an anchor, without the marks of others',
      '../listings/tie.rs:all',
      'fn main() {\n    tie();\n}',
    ],
    ['an anchor inside another', '../listings/tie.rs:body', '    tie();'],
    ['one line', '../listings/tie.rs:1', 'use std::io;'],
    ['a range of lines', '../listings/tie.rs:3:5', 'fn main() {\n    tie();'],
    ['all lines up to one', '../listings/tie.rs::3', 'use std::io;\nfn main() {'],
    ['all lines from one on', '../listings/tie.rs:5:', '    tie();\n}'],
  ])('bring in %s', async (_, reference, code) => {
    const { text, warnings } = await textOf(`\`\`\`rust\n{{#include ${reference}}}\n\`\`\``, files)

    expect(text).toBe(`\`\`\`rust\n${code}\n\`\`\``)
    expect(warnings.filter((warning) => warning.includes('hitches'))).toEqual([])
  })

  test('of listings show the lines that were asked for, without hidden ones', async () => {
    const page = [
      '```rust,ignore',
      '{{#rustdoc_include ../listings/tie.rs:body}}',
      '# hidden();',
      '## shown',
      '#[test]',
      '```',
    ].join('\n')
    const { text } = await textOf(page, files)

    expect(text).toBe('```rust\n    tie();\n# shown\n#[test]\n```')
  })

  test('of playgrounds become code blocks', async () => {
    const { text } = await textOf('{{#playground ../listings/tie.rs:body editable}}', files)

    expect(text).toContain('```rust\n')
    expect(text).toContain('\n```')
  })

  test('inside includes are relative to the file that holds them', async () => {
    const { text } = await textOf('{{#include parts/one.md}}', {
      'src/parts/one.md': 'One, {{#include deep/two.md}}',
      'src/parts/deep/two.md': 'two.',
    })

    expect(text).toBe('One, two.')
  })

  test('that are escaped stay as they are, and a title leaves the text', async () => {
    const { text, warnings } = await textOf('Write \\{{#include a.md}}.{{#title Other}}')

    expect(text).toBe('Write {{#include a.md}}.')
    expect(warnings.filter((warning) => warning.includes('hitches'))).toEqual([])
  })

  test('that are dead, and marks of other preprocessors, are told and left out', async () => {
    const page = [
      '{{#include none.rs}}',
      '{{#include ../listings/tie.rs:nowhere}}',
      '{{#quiz ../quizzes/none.toml}}',
      '{{%segment outline}}',
      '```mermaid',
      'graph TD',
      '```',
    ].join('\n')
    const { text, warnings } = await textOf(page, files)

    expect(text).toBe('```mermaid\ngraph TD\n```')
    expect(warnings.filter((warning) => warning.includes('hitches'))).toEqual([
      'src/hitches.md:3: dead include: there is no file "src/none.rs"; its mark is left out',
      'src/hitches.md:4: dead include: "listings/tie.rs" has no anchor "nowhere": ' +
        'add "ANCHOR: nowhere" there, or correct the name; its mark is left out',
      'src/hitches.md:5: "{{#quiz ../quizzes/none.toml}}" is not understood: it is left out',
      'src/hitches.md:6: "{{%segment outline}}" is not understood: it is left out',
      'src/hitches.md:7: this diagram stays text, unless your frontend draws it',
    ])
  })

  test('of quizzes are converted as the page is: HTML, links, pictures, code and formulas', async () => {
    const quiz = [
      '[[questions]]',
      'type = "MultipleChoice"',
      'prompt.prompt = "<img src=\\"img/loop.png\\" alt=\\"A loop\\">\\nWhich <b>type</b> is $a<b>c$?"',
      'prompt.distractors = ["Vec<String>", "```rust,ignore\\nlet a = 1;\\n```"]',
      'answer.answer = "[Loops](loops/README.md)"',
      'context = "See [gone](gone.md)."',
      '[[questions]]',
      'type = "MultipleChoice"',
      'prompt.prompt = "Which compiles?"',
      'prompt.distractors = ["```rust\\nfn a() {\\n}\\n```"]',
      'answer.answer = "```rust\\nfn b() {\\n}\\n```"',
    ].join('\n')
    const tree = { 'quizzes/one.toml': quiz, 'src/img/loop.png': 'PNG' }
    const { lesson, warnings } = await textOf('{{#quiz ../quizzes/one.toml}}', tree)

    expect(lesson?.details?.quiz?.pools).toMatchObject([
      {
        questions: [
          {
            title: 'Which **type** is $a<b>c$?',
            text: '![A loop](img/loop.png)',
            options: [
              { text: '[Loops](loops-readme.md)' },
              { text: 'Vec\\<String>' },
              { text: '`let a = 1;`' },
            ],
            explanation: 'See [gone](gone.md).',
          },
          {
            title: 'Which compiles?',
            text: expect.stringContaining('**B:**\n\n```rust\nfn a() {\n}\n```'),
            options: [{ text: 'A' }, { text: 'B' }],
          },
        ],
      },
    ])
    expect(warnings).toContainEqual(expect.stringMatching(/^quizzes\/one\.toml:1: dead link: /u))
    const unsafe = quiz.replace('gone.md', 'javascript:alert(1)')
    const book = bookWith('{{#quiz ../quizzes/one.toml}}', { ...tree, 'quizzes/one.toml': unsafe })
    expect(await mistakesOf(book)).toEqual([expect.stringMatching(/^quizzes\/one\.toml:1: /u)])
  })

  test('of quizzes make their page a quiz, and what none can hold is told with its line', async () => {
    const quiz = [
      '[[questions]]',
      'id = "4e5a"',
      'type = "MultipleChoice"',
      'prompt.prompt = "Which knot holds?\\nThink of climbers."',
      'prompt.distractors = ["Slip knot"]',
      'answer.answer = "Bowline"',
      'context = "It keeps its loop."',
      '[[questions]]',
      'type = "ShortAnswer"',
      'prompt.prompt = "What slips?"',
      'answer.answer = "A slip knot"',
      'answer.alternatives = ["slip knot"]',
      '[[questions]]',
      'type = "Tracing"',
      '[[questions]]',
      'type = "ShortAnswer"',
    ].join('\n')
    const page = 'Read.\n\n{{#quiz ../quizzes/one.toml}}'
    const { lesson, text, warnings } = await textOf(page, { 'quizzes/one.toml': quiz })

    expect(text).toBe('Read.')
    expect(lesson?.type).toBe('quiz')
    expect(lesson?.details?.quiz?.pools).toMatchObject([
      {
        questions: [
          {
            key: 'hitches-4e5a',
            title: 'Which knot holds?',
            text: 'Think of climbers.',
            options: [
              { text: 'Bowline', right: true },
              { text: 'Slip knot', right: false },
            ],
            explanation: 'It keeps its loop.',
          },
          { key: 'hitches-what-slips', accepted: ['A slip knot', 'slip knot'] },
        ],
      },
    ])
    expect(warnings.slice(-2)).toEqual([
      'quizzes/one.toml:13: this question is left out: it is of the type Tracing, which a quiz ' +
        'does not have',
      'quizzes/one.toml:15: this question is left out: it has not all that a question of the type ' +
        'ShortAnswer needs',
    ])
    expect(await mistakesOf(bookWith(page, { 'quizzes/one.toml': 'a =\n' }))).toEqual([
      expect.stringMatching(/^quizzes\/one\.toml:1: this is not TOML/u),
    ])
  })

  test('of lines that the file does not have are told and left out', async () => {
    const page = '{{#include ../listings/tie.rs:90}}\n\n{{#include ../listings/tie.rs:9:20}}'
    const { text, warnings } = await textOf(page, files)

    expect(text).toBe('# Hitches')
    expect(warnings.slice(-2)).toEqual([
      'src/hitches.md:3: dead include: "listings/tie.rs" has no line 90: ' +
        'correct the numbers; its mark is left out',
      'src/hitches.md:5: dead include: "listings/tie.rs" has no lines 9 to 20: ' +
        'correct the numbers; its mark is left out',
    ])
  })

  test.each([
    ['leads out of the repository', '../../../etc/passwd', 'is outside the course'],
    ['is absolute', '/etc/passwd', 'is outside the course'],
    ['includes itself', 'parts/self.md', 'includes itself'],
  ])('are refused where one %s', async (_, reference, words) => {
    const mistakes = await mistakesOf({
      ...BOOK,
      'src/parts/self.md': 'Again: {{#include self.md}}',
      'src/hitches.md': `# Hitches\n\n{{#include ${reference}}}\n`,
    })

    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain('src/hitches.md:3:')
    expect(mistakes[0]).toContain(words)
  })

  test('over several lines are resolved, with the line on which they begin', async () => {
    const page = '{{#include\n  ../listings/tie.rs:body\n}}\n\n{{#include\n none.rs}}'
    const { text, warnings } = await textOf(page, files)

    expect(text).toBe('    tie();')
    expect(warnings.filter((warning) => warning.includes('hitches'))).toEqual([
      'src/hitches.md:7: dead include: there is no file "src/none.rs"; its mark is left out',
    ])
  })

  test('never bring in what git keeps beside the files', async () => {
    const changes = { '.git/config': 'url = https://secret@example.com', 'x/.git/config': 'secret' }
    const { text } = await textOf(
      '{{#include ../.git/config}}{{#include ../x/.git/config}}',
      changes,
    )

    expect(text).not.toContain('secret')
  })

  test('that multiply are stopped', async () => {
    const twice = (next: number) => `{{#include ${next}.md}}{{#include ${next}.md}}`.repeat(10)
    const bombs = Array.from({ length: 8 }, (_, at) => [`src/${at}.md`, twice(at + 1)])
    const mistakes = await mistakesOf({
      ...BOOK,
      ...Object.fromEntries(bombs),
      'src/8.md': 'x'.repeat(1000),
      'src/hitches.md': '# Hitches\n\n{{#include 0.md}}\n',
    })

    expect(mistakes).toEqual([
      'src/hitches.md:3: with its includes this page has more than 1000000 characters: divide it',
    ])
  })

  test('keep the lines of mistakes and warnings right below them', async () => {
    const { warnings } = await textOf('{{#include ../listings/tie.rs}}\n\n[x](none.md)', files)

    expect(warnings.at(-1)).toContain('src/hitches.md:5: dead link')
  })
})

test('titles lose their markup, and code in them loses nothing', async () => {
  const titleOf = async (heading: string) => {
    const { lessons } = await readTree({ ...BOOK, 'src/hitches.md': `# ${heading}\n\nText.\n` })
    return lessons.get('hitches')?.title
  }

  expect(await titleOf('The *clove* hitch, _twice_ and **more**')).toBe(
    'The clove hitch, twice and more',
  )
  expect(await titleOf('`__init__` and `*args` of a_b_c, 2 * 3 * 4 and \\*5\\*')).toBe(
    '__init__ and *args of a_b_c, 2 * 3 * 4 and *5*',
  )
})

describe('hidden lines', () => {
  const hiding = `${TOML}[output.html.code.hidelines]\npython = "~"\n`

  test.each([
    ['of the language, as the book says', 'python', '~a\nb\n  ~c', 'b'],
    ['that the block names, in place of those of the book', 'python,hidelines=!!', '!!a\n~b', '~b'],
    ['that the block names after a blank', 'python hidelines=# ', '# a\nb', 'b'],
    ['that a block of any language names', 'toml, hidelines=#,editable', '#a\nb', 'b'],
    ['of Rust alone, whatever the block names', 'rust,hidelines=~', '~a\n# b', '~a'],
    [
      'of Rust, but no raw string and no attribute',
      'rust',
      '#\n#"#;\n#[a]\n#b\n##c',
      '#"#;\n#[a]\n#b\n#c',
    ],
  ])('are those %s', async (_, info, code, shown) => {
    const { text } = await textOf(`\`\`\`${info}\n${code}\n\`\`\``, { 'book.toml': hiding })

    const [language] = info.split(/[, ]/u)
    expect(text).toBe(`\`\`\`${language}\n${shown}\n\`\`\``)
  })

  test('leave a block in a quote too', async () => {
    const { text } = await textOf('> ```rust\n> # a\n> b\n> ##c\n> ```')

    expect(text).toBe('> ```rust\n> b\n> #c\n> ```')
  })
})

describe('HTML of books', () => {
  test('with pictures stays in a course that shows HTML', async () => {
    const page = '<p><img src=img/loop.png width=3></p>'
    const { text } = await textOf(page, { 'lyceum.yaml': 'html: basic\n' })

    expect(text).toBe('<p><img src="img/loop.png" width=3></p>')
  })

  test('names no file in the text of an attribute', async () => {
    const html = (target: string) => `<img alt="use src=img/loop.png here" src="${target}">`
    const { text } = await textOf(html('./img/loop.png'), { 'lyceum.yaml': 'html: basic\n' })

    expect(text).toBe(html('img/loop.png'))
  })

  test('is read as browsers read it: without quotes, and in capital letters', async () => {
    const page = [
      '<img width=3 src=img/loop.png> <IMG SRC="img/loop.png"/> <img alt=A src=img/loop.png/>',
      '',
      '<img',
      '  src=img/loop.png>',
      '',
      '<img src=img/none.png>',
    ].join('\n')
    const { text, warnings } = await textOf(page)

    expect(text).toBe(
      [
        '![](img/loop.png) ![](img/loop.png) ![A](img/loop.png)',
        '',
        '![](img/loop.png)',
        '',
        '![](img/none.png)',
      ].join('\n'),
    )
    expect(warnings.at(-1)).toContain('src/hitches.md:8: dead picture: there is no file "src/img/n')
  })

  test('that begins in code joins no lines', async () => {
    const page = '- A tag such as `<img src` opens.\n- `<Listing` too.\n- End.'

    expect((await textOf(page)).text).toBe(page)
  })

  test('for pictures, captions and listings becomes Markdown, over several lines', async () => {
    const page = [
      '<img alt="A loop [closed]',
      'and tight" src="img/loop.png" class="center" />',
      '',
      '<span class="caption">Figure 1: a loop</span>',
      '',
      '<Listing number="2-1" file-name="src/tie.rs" caption="Tying an `Option<T>`',
      'to a post">',
      '',
      '```rust',
      'tie("<img src=x>");',
      '```',
      '',
      '</Listing>',
      '',
      'Write `<img src="img/loop.png">` for a picture. [dead](none.md)',
    ].join('\n')
    const { text, warnings } = await textOf(page)

    expect(text).toBe(
      [
        '![A loop \\[closed\\] and tight](img/loop.png)',
        '',
        '*Figure 1: a loop*',
        '',
        '*src/tie.rs*',
        '',
        '```rust',
        'tie("<img src=x>");',
        '```',
        '',
        '*Listing 2-1: Tying an `Option<T>` to a post*',
        '',
        'Write `<img src="img/loop.png">` for a picture. [dead](none.md)',
      ].join('\n'),
    )
    expect(warnings.at(-1)).toContain('src/hitches.md:17: dead link')
  })
})

test('a book of nothing but marks is looked through once', async () => {
  const chain = Array.from({ length: 9_000 }, (_, at) => `"/p${at}.html" = "p${at + 1}.html"`)
  const marks = [
    ...['<img ', '<span class="caption">', '<Listing ', '{{%', '{{#', '`<img src="'],
    ...['<b>', '<td>', '<details>', '<li><b>', '<ul><li>', '<!-- --> ', '<!--', '<a id="a">'],
    ...['<pre>', '<script>', '<br>', '</b>', '<a\n', '<table><tr><td colspan=20>', '# x {#a}\n'],
    ...['<T> ', '| <ul><li>x |\n|-|-|\n', '> <p>\n'],
  ]
  const files = Object.fromEntries(
    marks.map((mark, at) => [
      `src/bomb-${at}.md`,
      `# Bomb\n\n${mark.repeat(Math.floor(300_000 / mark.length))}\n`,
    ]),
  )
  const before = process.cpuUsage()
  const { lessons } = await readTree(
    {
      ...BOOK,
      ...files,
      'book.toml': `${TOML}[output.html.redirect]\n${chain.join('\n')}\n`,
      'src/SUMMARY.md': [
        ...marks.map((_, at) => `- [Bomb](bomb-${at}.md)`),
        '<!--'.repeat(100_000),
      ].join('\n'),
    },
    { allowMissing: true },
  )

  expect(lessons.size).toBe(marks.length)
  // Counts processor time: what else runs on the machine does not matter.
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(20_000)
})
