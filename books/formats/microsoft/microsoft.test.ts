import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistakesOf, readTree } from '../test-support.ts'

const readme = [
  '[![Licence](https://img.shields.io/badge/licence-MIT-green.svg)](https://example.org/licence)',
  '',
  '# Bicycles for beginners',
  '',
  'How to mend one.',
].join('\n')

test('numbered folders become sections and lessons, in the order of their numbers', async () => {
  const { course, outline, lessons, files, warnings } = await readTree({
    'README.md': readme,
    '1-parts/README.md': '# The parts\n\nOf a bicycle.\n',
    '1-parts/10-bell/README.md': '# Bell\n\nIt rings.\n',
    '1-parts/2-wheel/README.md': [
      '<!--',
      'metadata: { hash: 1 }',
      '-->',
      '# Wheel',
      '',
      '<!-- CO-OP TRANSLATOR LANGUAGES TABLE START -->',
      '[French](./translations/fr/README.md)',
      '<!-- CO-OP TRANSLATOR LANGUAGES TABLE END -->',
      '',
      '[![Stars](https://img.shields.io/github/stars/a/b)](https://example.org/stars)',
      '![Wheel](../../images/wheel.png) and [the bell](../10-bell/README.md),',
      '[quiz](https://example.org/quiz/1), [task](assignment.md).',
    ].join('\n'),
    '1-parts/2-wheel/assignment.md': '# Count the spokes\n\nAll of them.\n',
    '1-parts/2-wheel/solution/README.md': '# Thirty-two\n',
    '1-parts/2-wheel/translations/README.fr.md': '# Roue\n',
    'translations/fr/1-parts/2-wheel/README.md': '# Roue\n',
    '2-mend/1-tube/README.md': '# Tube\n\nPatch it.\n',
    'images/wheel.png': 'picture',
  })
  expect(course).toMatchObject({ slug: 'bicycles-for-beginners', title: 'Bicycles for beginners' })
  expect(outline).toEqual([
    [
      'The parts',
      ['1-parts-2-wheel-readme', '1-parts-2-wheel-assignment', '1-parts-10-bell-readme'],
    ],
    ['Mend', ['2-mend-1-tube-readme']],
  ])
  expect(lessons.get('1-parts-2-wheel-readme')).toMatchObject({
    title: 'Wheel',
    required: true,
    content: [
      '![Wheel](images/wheel.png) and [the bell](1-parts-10-bell-readme.md),',
      '[quiz](https://example.org/quiz/1), [task](1-parts-2-wheel-assignment.md).',
    ].join('\n'),
  })
  expect(lessons.get('1-parts-2-wheel-assignment')?.required).toBe(false)
  expect(files.map(({ path }) => path)).toEqual(['images/wheel.png'])
  expect(warnings).toEqual([])
})

test('folders without lessons inside are lessons themselves, also beside others', async () => {
  const { outline } = await readTree({
    'README.md': readme,
    'lessons/1-Start/README.md': '# Start\n\nGo.\n',
    'lessons/2-Ride/02-Fast/README.md': '# Fast\n\nVery.\n',
    'lessons/2-Ride/01-Slow/README.md': '# Slow\n\nTake care.\n',
    'lessons/3-Stop/README.md': '# Stop\n\nNow.\n',
  })
  expect(outline).toEqual([
    ['Bicycles for beginners', ['lessons-1-start-readme']],
    ['Ride', ['lessons-2-ride-01-slow-readme', 'lessons-2-ride-02-fast-readme']],
    ['Bicycles for beginners', ['lessons-3-stop-readme']],
  ])
})

test('lessons may lie in a folder of their part, and pages beside them come along', async () => {
  const { outline, lessons, pages } = await readTree({
    'README.md': readme,
    '1-start/README.md': '# Start\n\nOverview.\n',
    '1-start/lessons/1-wheel/README.md': '# Wheel\n\nSee [steel](steel.md).\n',
    '1-start/lessons/1-wheel/steel.md': '# Of steel\n\nHeavy.\n',
    '1-start/lessons/1-wheel/assignment.md': '# Task\n\nCount.\n',
    '1-start/lessons/1-wheel/lab/README.md': '# Lab\n\nTrue it.\n',
    '1-start/lessons/1-wheel/code/README.md': '# Code\n',
    '1-start/lessons/2-bell/README.md': '# Bell\n\nRing.\n',
    '2-ride/lessons/1-slow/README.md': '# Slow\n\nTake care.\n',
  })

  const wheel = '1-start-lessons-1-wheel'
  expect(outline).toEqual([
    [
      'Start',
      [
        ...[`${wheel}-readme`, `${wheel}-assignment`, `${wheel}-lab-readme`, `${wheel}-steel`],
        '1-start-lessons-2-bell-readme',
      ],
    ],
    ['Ride', ['2-ride-lessons-1-slow-readme']],
  ])
  expect(lessons.get(`${wheel}-steel`)?.required).toBe(false)
  expect(pages).toEqual({ found: 6, taken: 6, left: [] })
})

test('pages that look like lessons and lie elsewhere are named, and too many stop the import', async () => {
  const tree = {
    'README.md': readme,
    '1-wheel/README.md': '# Wheel\n\nRound.\n',
    '2-bell/README.md': '# Bell\n\nRing.\n',
    'extra/03-light.md': '# Light\n\nBright.\n',
  }
  expect(await mistakesOf(tree)).toEqual([
    '.: 1 of 3 pages that look like lessons are not taken: add them, or import the others alone ' +
      'with --allow-missing',
    expect.stringContaining('extra/03-light.md: this page is not taken: '),
  ])
  const { pages, warnings } = await readTree(tree, { allowMissing: true })
  expect(pages).toMatchObject({ found: 3, taken: 2 })
  expect(warnings).toEqual([expect.stringContaining('extra/03-light.md: this page is not taken')])
})

test('the summary is a sentence of prose, never badges, links or an invitation to a video', async () => {
  const { course } = await readTree({
    'README.md': readme,
    '1-wheel/README.md': [
      '# Wheel',
      '[![Stars](https://example.org/stars.svg)](https://example.org) ![Licence](a.svg)',
      'By **Ida Reef** and friends',
      '[Pre-lecture quiz about all the parts of a wheel](https://example.org/quiz/1)',
      '> 🎥 Click the image above for a video about wheels.',
      'Watch the video about wheels before you read on.',
      'A wheel is *round* and has [spokes](spokes.md), as a rule. There is more to it.',
    ].join('\n\n'),
    '2-bell/README.md': '# Bell\n\nRing.\n',
  })

  expect(course.summary).toBe('A wheel is round and has spokes, as a rule.')
})

test('numbered files become sections by their first number, as the table in README.md names them', async () => {
  const table = [
    '| Number | Module | Lesson |',
    '|--|--|--|',
    '| **1.1** | Safety first | Helmet |',
  ]
  const { outline } = await readTree({
    'README.md': `${readme}\n\n${table.join('\n')}\n`,
    '1.1 Helmet.md': '# Helmet\n\nWear it.\n',
    '1.10 Gloves.md': '# Gloves\n\nToo.\n',
    '1.2 Lights.md': '# Lights\n\nAt night.\n',
    '2.1 Streets.md': '# Streets\n\nLook.\n',
  })
  expect(outline).toEqual([
    ['Safety first', ['1-1-helmet', '1-2-lights', '1-10-gloves']],
    ['2', ['2-1-streets']],
  ])
})

const shared = join(import.meta.dirname, '../../../../shared/content/security-101')

test('comments go and their neighbours stay, code keeps its own, and <img> is a picture', async () => {
  const { lessons, files, warnings } = await readTree({
    'README.md': '# Baking\n',
    '1-dough/README.md': [
      '# Dough',
      '',
      '<!-- one',
      `two --> Knead <!-- ${'three '.repeat(2_000)}-->it, \`<!-- four -->\` says.`,
      '',
      '    <!-- five -->',
      '',
      '<img alt="Dough" src=../images/dough.png width="50%"/>',
      '',
      '[dead](none.md)',
    ].join('\n'),
    '2-oven/README.md': '# Oven\n\nHeat.\n',
    'images/dough.png': 'picture',
  })

  expect(lessons.get('1-dough-readme')?.content).toBe(
    [
      ' Knead it, `<!-- four -->` says.',
      '',
      '    <!-- five -->',
      '',
      '![Dough](images/dough.png)',
      '',
      '[dead](none.md)',
    ].join('\n'),
  )
  expect(files.map(({ path }) => path)).toEqual(['images/dough.png'])
  expect(warnings).toEqual([expect.stringContaining('1-dough/README.md:10: dead link')])
})

test.skipIf(!existsSync(shared))(
  'a real curriculum of Microsoft is read (needs ../shared/content/security-101)',
  async () => {
    const names = readdirSync(shared).filter((name) => name.endsWith('.md'))
    const { course, lessons, outline, warnings } = await readTree(
      Object.fromEntries(names.map((name) => [name, readFileSync(join(shared, name))])),
    )
    expect(course.title).toMatch(/Cybersecurity for Beginners/u)
    expect(outline).toHaveLength(8)
    expect(lessons.size).toBe(names.length - 1)
    expect(outline[0]?.[0]).toBe('Basic security concepts')
    expect(warnings.filter((warning) => !warning.includes('dead '))).toEqual([])
  },
)
