import { describe, expect, test } from 'vitest'
import { markupShown } from '../../html/test-support.ts'
import { mistakesOf, readTree } from '../test-support.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const notebook = {
  nbformat: 4,
  metadata: { kernelspec: { language: 'python' } },
  cells: [
    {
      cell_type: 'markdown',
      source: ['# Counting\n', '\n', 'See ![a](attachment:a.png) and {ref}`knots`.'],
      attachments: { 'a.png': { 'image/png': png.toString('base64') } },
    },
    {
      cell_type: 'code',
      source: 'count()',
      outputs: [
        { output_type: 'stream', text: ['one\n', 'two\n'] },
        { output_type: 'display_data', data: { 'image/png': png.toString('base64') } },
        { output_type: 'execute_result', data: { 'text/plain': '42' } },
        {
          output_type: 'execute_result',
          data: {
            'text/html': [
              '<table><tr><th>a</th><th>b</th></tr>',
              '<tr><td>1</td><td>2</td></tr></table>',
            ],
            'text/plain': 'a b',
          },
        },
        {
          output_type: 'display_data',
          data: { 'application/vnd.plotly': {}, 'text/plain': '<Figure at 0x1>' },
        },
        { output_type: 'error', traceback: ['\u001B[31mTooMany\u001B[0m'] },
      ],
    },
    { cell_type: 'code', source: 'hidden()', metadata: { tags: ['remove-cell'] } },
    { cell_type: 'raw', source: 'x' },
  ],
}
const BOOK = {
  '_config.yml':
    'title: Knots in numbers\nauthor: Ida Reef\nparse:\n  myst_substitutions:\n    rope: hemp\n',
  '_toc.yml': [
    'format: jb-book',
    'root: intro',
    'parts:',
    '- caption: On shore',
    '  chapters:',
    '  - file: loops/bowline',
    '    sections:',
    '    - file: loops/night',
    '  - url: https://example.org',
    '- caption: At sea',
    '  chapters:',
    '  - file: counting',
  ].join('\n'),
  'intro.md': '# Welcome aboard\n\nAll about knots and their numbers.\n',
  'loops/bowline.md': '(knots)=\n# The bowline\n\nA loop.\n',
  'loops/night.md': '# By night\n\nDark.\n',
  'counting.ipynb': JSON.stringify(notebook, null, 1),
}

async function textOf(lines: string[], files: Record<string, string | Uint8Array> = {}) {
  const { lessons, ...reading } = await readTree({
    ...BOOK,
    ...files,
    'loops/night.md': `# By night\n\n${lines.join('\n')}\n`,
  })
  const text = lessons.get('loops-night')?.content ?? ''
  return { text, shown: markupShown(text), ...reading }
}

test('parts become sections, in the order of _toc.yml', async () => {
  const { course, outline, warnings, pages } = await readTree(BOOK)

  expect(course).toMatchObject({
    slug: 'knots-in-numbers',
    authors: ['Ida Reef'],
    summary: 'All about knots and their numbers.',
  })
  expect(outline).toEqual([
    ['Knots in numbers', ['intro']],
    ['On shore', ['loops-bowline', 'loops-night']],
    ['At sea', ['counting']],
  ])
  expect(pages).toEqual({ found: 4, taken: 4, left: [] })
  expect(warnings).toEqual(
    [
      'counting.ipynb:25: an output cannot be shown: it is left out (application/vnd.plotly, text/plain)',
      'counting.ipynb:82: a cell of the type raw is left out',
    ].map((it) => expect.stringContaining(it.slice(it.indexOf(': ')))),
  )
})

test('myst.yml has the pages of its toc, or all of them by name', async () => {
  const { '_toc.yml': _, '_config.yml': __, ...pages } = BOOK
  const myst = [
    'project:',
    '  title: Knots',
    '  license: CC-BY-4.0',
    '  authors:',
    '  - name: Ida Reef',
  ]
  const toc = [
    ...myst,
    '  toc:',
    '  - file: intro.md',
    '  - title: Loops',
    '    children:',
    '    - pattern: loops/*.md',
  ]

  const all = await readTree({ ...pages, 'myst.yml': myst.join('\n') })
  expect(all.course).toMatchObject({ title: 'Knots', license: 'CC-BY-4.0', authors: ['Ida Reef'] })
  expect(all.outline).toEqual([['Knots', ['intro', 'counting', 'loops-bowline', 'loops-night']]])

  const listed = await readTree({ ...pages, 'myst.yml': toc.join('\n') }, { allowMissing: true })
  expect(listed.outline).toEqual([
    ['Knots', ['intro']],
    ['Loops', ['loops-bowline', 'loops-night']],
  ])
  expect(listed.pages).toMatchObject({
    found: 4,
    taken: 3,
    left: [expect.stringContaining('counting.ipynb')],
  })
})

test('a book without parts has a section for each chapter with pages inside it', async () => {
  const toc =
    'format: jb-article\nroot: intro\nchapters:\n- file: counting\n- file: loops/bowline\n  sections:\n  - glob: loops/n*\n'

  expect((await readTree({ ...BOOK, '_toc.yml': toc })).outline).toEqual([
    ['Knots in numbers', ['intro', 'counting']],
    ['The bowline', ['loops-bowline', 'loops-night']],
  ])
})

test('a notebook is its text and code, with outputs as text, tables and pictures', async () => {
  const { lessons, files } = await readTree(BOOK)

  expect(lessons.get('counting')).toMatchObject({ title: 'Counting' })
  expect(lessons.get('counting')?.content.split('\n')).toEqual([
    'See ![a](counting.files/cell-1-a.png) and [The bowline](loops-bowline.md#the-bowline).',
    '',
    ...['```python', 'count()', '```', ''],
    ...['```text', 'one', 'two', '```', ''],
    ...['![Output](counting.files/output-2-2.png)', '', ''],
    ...['```text', '42', '```', ''],
    ...['| a | b |', '| --- | --- |', '| 1 | 2 |', '', ''],
    ...['```text', 'TooMany', '```'],
  ])
  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ['counting.files/cell-1-a.png', png.length],
    ['counting.files/output-2-2.png', png.length],
  ])
})

describe('MyST becomes Markdown:', () => {
  test.each([
    ['admonitions', ['```{note}', 'Take *care*.', '```'], '> **Note**\n>\n> Take *care*.'],
    [
      'titles and nesting',
      [
        '::::{admonition} Why',
        ':class: tip',
        'So:',
        ':::{code-block} python',
        ':caption: a.py',
        'tie()',
        ':::',
        '::::',
      ],
      '> **Why**\n>\n> So:\n>\n> *a.py*\n>\n> ```python\n> tie()\n> ```',
    ],
    [
      'tabs',
      ['::::{tab-set}', ':::{tab-item} Hemp', 'Rough.', ':::', '::::'],
      '> **Hemp**\n>\n> Rough.',
    ],
    [
      'code cells',
      ['```{code-cell} ipython3', ':tags: [x]', 'tie()', '```'],
      '```python\ntie()\n```',
    ],
    ['comments and breaks', ['One', '% gone', '', '+++', '', 'two'], 'One\n\n\ntwo'],
    [
      'roles',
      ['{kbd}`Ctrl`, H{sub}`2`, {math}`x`, {term}`rope <ropes>`, {code}`a`, {cite}`reef`'],
      '`Ctrl`, H₂, $x$, rope, `a`, (reef)',
    ],
    [
      'references',
      ['{ref}`knots`, {doc}`this <bowline>`, [](../intro.md), [that](#knots), [](#knots)'],
      '[The bowline](loops-bowline.md#the-bowline), [this](loops-bowline.md), [Welcome aboard](intro.md), [that](loops-bowline.md#the-bowline), [The bowline](loops-bowline.md#the-bowline)',
    ],
    [
      'attributes',
      ['{.big #here}', '## Head', '', '![a](a.png){width=50% .x} and [b]{.c}'],
      '## Head\n\n![a](loops/a.png) and [b]',
    ],
    ['values', ['Of {{ rope }}, `{{ rope }}`.'], 'Of hemp, `{{ rope }}`.'],
    [
      'pictures',
      ['```{figure} a.png', ':alt: A loop', ':name: fig', 'The', 'loop.', '```'],
      '![A loop](loops/a.png)\n\n*The\nloop.*'.replace('The\nloop', 'The loop'),
    ],
    ['formulas', ['```{math}', ':label: eq', 'x = 1', '```'], '$$\nx = 1\n$$'],
    [
      'lists of rows',
      ['```{list-table} Ropes', ':header-rows: 1', '* - A', '  - B', '* - 1 | 2', '  -', '```'],
      '*Ropes*\n\n| A | B |\n| --- | --- |\n| 1 \\| 2 |  |',
    ],
    [
      'values with commas',
      ['```{csv-table}', ':header: A,B', '1,"2, ""3"""', '```'],
      '| A | B |\n| --- | --- |\n| 1 | 2, "3" |',
    ],
    [
      'videos',
      ['```{youtube} abcdefghi_1', '```'],
      '[Video](https://www.youtube.com/watch?v=abcdefghi_1)',
    ],
    [
      'included files',
      [
        '```{include} part.txt',
        '```',
        '',
        '```{literalinclude} a.py',
        ':language: python',
        ':lines: 2-',
        '```',
      ],
      'A *part*.\n\n```python\ntie()\n```',
    ],
    ['what the book makes', ['```{tableofcontents}', '```', 'Text'], 'Text'],
  ])('%s', async (_, lines, markdown) => {
    const files = {
      'loops/a.png': png,
      'loops/part.txt': 'A *part*.',
      'loops/a.py': 'import x\ntie()\n',
    }
    const { text, shown, warnings } = await textOf(lines, files)

    expect(text).toBe(markdown)
    expect(shown).toEqual([])
    expect(warnings.filter((warning) => warning.includes('night'))).toEqual([])
  })

  test('formulas stay whole, with what looks like roles, values or HTML in them', async () => {
    const { text, warnings } = await textOf([
      ':::{tip icon=false}',
      'Let $a<b>c$ be $x_{{1}}$, {math}`y^{2}` and [](#area).',
      ':::',
      '',
      '$$',
      '{{a}} < {b}',
      '- c',
      '$$ (area)',
      '',
      '```{math}',
      ':label: sum',
      'a + b',
      '```',
      'See {eq}`sum`, and $5 or <b>$10</b>.',
    ])

    expect(text).toContain('> **Tip**\n>\n> Let $a<b>c$ be $x_{{1}}$, $y^{2}$ and [area](#')
    expect(text).toContain('$$\n{{a}} < {b}\n- c\n$$')
    expect(text).toContain('$$\na + b\n$$')
    expect(text).toMatch(/See \[sum\]\(#.*\), and \$5 or \*\*\$10\*\*\.$/u)
    expect(warnings.filter((one) => one.startsWith('loops/night'))).toEqual([])
  })

  test('code that nobody closed ends with its list, and a key that stands twice counts once', async () => {
    const text = ['- Tie:', '', '  ```', '  knot()', '', 'See {doc}`bowline`.', '', '<b>Well</b>']
    const files = { '_config.yml': `title: First\n${BOOK['_config.yml']}` }
    const read = await textOf(text, files)

    expect(read.text).toContain('[The bowline](loops-bowline.md).\n\n**Well**')
    expect(read.course.title).toBe('Knots in numbers')
  })

  test('what is not known is told with its line, and its text is kept', async () => {
    const lines = [
      '```{tide}',
      'High.',
      '```',
      '{moon}`full`, {ref}`nowhere`, {{ none }}',
      '```{include} none.md',
      '```',
    ]
    const { text, warnings } = await textOf(lines)

    expect(text).toBe('High.\n\nfull, nowhere,')
    expect(warnings.filter((warning) => warning.includes('night'))).toEqual([
      'loops/night.md:3: the directive {tide} is not known: only its text is shown',
      'loops/night.md:6: "{{ none }}" has no value: it is left out',
      'loops/night.md:6: the role {moon} is not known: only its text is shown',
      'loops/night.md:6: nothing has the label nowhere: its words alone are shown',
      'loops/night.md:7: there is no file "loops/none.md" to include: its mark is left out',
    ])
  })
})

test('mistakes have their place: pages that are not there, notebooks that are none', async () => {
  const toc = 'root: intro\nchapters:\n- file: gone\n- file: counting\n'

  expect(await mistakesOf({ ...BOOK, '_toc.yml': toc, 'counting.ipynb': '{' })).toEqual([
    '_toc.yml:3: there is no page "gone": add "gone.md", or correct the name',
    'counting.ipynb:1: this is not valid JSON: save the notebook anew',
  ])
})

test('a page of reStructuredText is left, and counted', async () => {
  const { warnings, pages } = await readTree(
    {
      ...BOOK,
      'loops/night.md': '',
      'loops/night.rst': 'Night\n=====\n',
      '_toc.yml': BOOK['_toc.yml'].replace('loops/night', 'loops/night.rst'),
    },
    { allowMissing: true },
  )

  expect(warnings).toContain(
    'loops/night.rst:1: this page is left out: it is reStructuredText, which is not read',
  )
  expect(pages).toMatchObject({ taken: 3 })
})

test('a book of nothing but marks is read once', async () => {
  const marks = [
    ...[
      '```{note}\n',
      ':::{a}\n',
      '```{x}\n```\n',
      '(a)=\n',
      '{ref}`a` ',
      '{ref}`',
      '{a=b.c ',
      `[x]{${'a=b.c '.repeat(20)}`,
    ],
    ...[
      '](#a)',
      '[](',
      '{{ a }}',
      '{{',
      '{.a.b',
      '% \n',
      '```{list-table}\n* - a\n```\n',
      ':name: a\n',
    ],
  ]
  const pages = marks.map((mark, at) => [
    `p${at}.md`,
    `# A\n\n${mark.repeat(Math.floor(100_000 / mark.length))}`,
  ])
  const toc = `root: p0\nchapters:\n${marks
    .slice(1)
    .map((_, at) => `- file: p${at + 1}`)
    .join('\n')}`
  const since = performance.now()
  const { lessons } = await readTree({ ...Object.fromEntries(pages), '_toc.yml': toc })

  expect(lessons.size).toBe(marks.length)
  expect(performance.now() - since).toBeLessThan(20_000)
})
