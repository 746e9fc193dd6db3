import { expect, test } from 'vitest'
import { mistakesOf, readTree } from '../test-support.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

const config = {
  language: 'Abacus',
  slug: 'abacus',
  blurb: 'Count with beads.',
  concepts: [
    { uuid: id(1), slug: 'beads', name: 'Beads' },
    { uuid: id(2), slug: 'sums', name: 'Sums' },
    { uuid: id(3), slug: 'unwritten', name: 'Unwritten' },
  ],
  exercises: {
    concept: [
      {
        uuid: id(5),
        slug: 'shop',
        name: 'The shop',
        concepts: ['sums'],
        prerequisites: ['beads'],
      },
      { uuid: id(4), slug: 'first-beads', name: 'First beads', concepts: ['beads'] },
    ],
    practice: [
      { uuid: id(6), slug: 'hard', name: 'Hard', prerequisites: ['sums', 'beads'], difficulty: 8 },
      { uuid: id(7), slug: 'easy', name: 'Easy', prerequisites: [], difficulty: 1 },
      { uuid: id(8), slug: 'old', name: 'Old', difficulty: 1, status: 'deprecated' },
    ],
  },
}

const tree = {
  'config.json': JSON.stringify(config, null, 2),
  'concepts/beads/about.md': [
    '# About',
    '',
    'Beads count. Next: [concept:abacus/sums](), [exercise:abacus/shop]() and [the shop][shop].',
    '',
    '~~~~exercism/note',
    'Wood is best.',
    '~~~~',
    '',
    '[shop]: https://exercism.org/tracks/abacus/exercises/shop',
  ].join('\n'),
  'concepts/beads/introduction.md': '# Introduction\n\nShort.\n',
  'concepts/beads/links.json':
    '[{ "url": "https://example.org/beads", "description": "On [beads]" }]',
  'concepts/sums/about.md': '# About\n\nTODO: write this\n',
  'concepts/sums/introduction.md': '# Introduction\n\nAdd them up.\n',
  'exercises/concept/first-beads/.docs/introduction.md': '# Introduction\n\nLook.\n',
  'exercises/concept/first-beads/.docs/instructions.md':
    '# Instructions\n\nMove one.\n\n## 1. Move it\n\n```\n## not a heading\n```\n',
  'exercises/concept/first-beads/.docs/hints.md': '# Hints\n\n## General\n\n- Use a finger.\n',
  'exercises/concept/shop/.docs/instructions.md': '# Instructions\n\nSell.\n',
  'exercises/practice/hard/.docs/instructions.md': '# Instructions\n\nThink.\n',
  'exercises/practice/hard/.docs/instructions.append.md': '# Append\n\nThink more.\n',
  'exercises/practice/easy/.docs/instructions.md': '# Instructions\n\nDo.\n',
}

test('concepts come in an order in which each is taught before it is needed', async () => {
  const { course, outline, lessons, warnings } = await readTree(tree)
  expect(course).toMatchObject({ slug: 'abacus', title: 'Abacus', summary: 'Count with beads.' })
  expect(outline).toEqual([
    ['Concepts', [id(1), id(4), id(2), id(5)]],
    ['Practice', [id(7), id(6)]],
  ])
  expect(lessons.get(id(1))).toMatchObject({ title: 'Beads', required: true })
  expect(lessons.get(id(6))).toMatchObject({ title: 'Hard', required: false })
  expect(warnings).toEqual([
    'config.json:17: the concept "unwritten" is left out: it has no text yet',
    'config.json:63: the exercise "old" is left out: its status is deprecated',
  ])
})

test('prerequisites are the lessons that teach the concepts', async () => {
  const { lessons } = await readTree(tree)
  const needed = (number: number) => lessons.get(id(number))?.details?.prerequisites
  expect(needed(1)).toBeUndefined()
  expect(needed(4)).toEqual([id(1)])
  expect(needed(2)).toEqual([id(1)])
  expect(needed(5)).toEqual([id(1), id(2)])
  expect(needed(6)).toEqual([id(2), id(1)])
})

test('a lesson holds all that is written about it, and its links lead to lessons', async () => {
  const { lessons } = await readTree(tree)
  expect(lessons.get(id(1))?.content).toBe(
    [
      `Beads count. Next: [Sums](${id(2)}.md), [The shop](${id(5)}.md) and [the shop][shop].`,
      '',
      '> **Note:**',
      '> Wood is best.',
      '',
      '',
      `[shop]: ${id(5)}.md`,
      '',
      '## Links',
      '',
      '- [On \\[beads\\]](<https://example.org/beads>)',
    ].join('\n'),
  )
  expect(lessons.get(id(2))?.content).toBe('Add them up.')
  expect(lessons.get(id(4))?.content).toBe(
    [
      '## Introduction',
      '',
      '',
      'Look.',
      '',
      '',
      '## Instructions',
      '',
      '',
      'Move one.',
      '',
      '### 1. Move it',
      '',
      '```',
      '## not a heading',
      '```',
      '',
      '',
      '## Hints',
      '',
      '',
      '### General',
      '',
      '- Use a finger.',
    ].join('\n'),
  )
  expect(lessons.get(id(6))?.content).toMatch(/Think\.\n+Think more\.$/u)
})

test('links and notes that stand in code stay, and notes in lists become quotes', async () => {
  const docs = 'exercises/concept/first-beads/.docs'
  const text = [
    '# Instructions',
    '',
    '- Look.',
    '',
    '  ~~~~exercism/note',
    '  ```',
    '  slide',
    '  ```',
    '  ~~~~',
    '',
    'Write `[concept:abacus/none]()`.',
    '',
    '```',
    '~~~~exercism/note',
    '[concept:abacus/none]()',
    '```',
  ].join('\n')
  const { lessons } = await readTree({ ...tree, [`${docs}/instructions.md`]: text })
  const lesson = [...lessons.values()].find(({ content }) => content.includes('Look.\n\n  >'))

  expect(lesson?.content).toContain(
    [
      '- Look.',
      '',
      '  > **Note:**',
      '  > ```',
      '  > slide',
      '  > ```',
      '',
      '',
      'Write `[concept:abacus/none]()`.',
      '',
      '```',
      '~~~~exercism/note',
      '[concept:abacus/none]()',
      '```',
    ].join('\n'),
  )
})

test('what is wrong with a text is told with its own file and line', async () => {
  const docs = 'exercises/concept/first-beads/.docs'
  const { warnings } = await readTree({
    ...tree,
    [`${docs}/introduction.md`]: '# Introduction\n\nLook [there](gone-1.md).\n',
    [`${docs}/instructions.md`]: '# Instructions\n\n[there](gone-2.md)\n',
    [`${docs}/hints.md`]: '# Hints\n\n## General\n\n![none](gone.png)\n',
  })
  expect(warnings.map((warning) => warning.replace(/: dead.*$/u, ''))).toEqual(
    expect.arrayContaining([
      `${docs}/introduction.md:3`,
      `${docs}/instructions.md:3`,
      `${docs}/hints.md:5`,
    ]),
  )

  const unsafe = { [`${docs}/hints.md`]: '# Hints\n\n[run](javascript:alert(1))\n' }
  expect(await mistakesOf({ ...tree, ...unsafe })).toEqual([
    `${docs}/hints.md:3: "javascript:alert(1)" would run in a browser: ` +
      'link to an https URL instead',
  ])
})

test('an exercise that moves keeps its key, which is its UUID', async () => {
  const moved = JSON.stringify(config).replace('"slug":"easy"', '"slug":"simple"')
  const { 'exercises/practice/easy/.docs/instructions.md': text, ...others } = tree
  const { lessons } = await readTree({
    ...others,
    'config.json': moved,
    'exercises/practice/simple/.docs/instructions.md': text,
  })
  expect(lessons.get(id(7))).toMatchObject({ title: 'Easy', content: '## Instructions\n\n\nDo.' })
})

test('every mistake of config.json is named with its line', async () => {
  const broken = JSON.stringify(config, null, 2)
    .replace('"slug": "sums"', '"slug": "../sums"')
    .replace('"name": "Hard"', '"name": ""')
  expect(await mistakesOf({ ...tree, 'config.json': broken })).toEqual([
    'config.json:12: concepts.1.slug must be a slug, like hello-world',
    'config.json:46: exercises.practice.0.name is empty: fill it in',
  ])
  const format = { format: 'exercism' } as const
  expect(
    await mistakesOf({ ...tree, 'config.json': '{\n  "language": "x"\n  "slug": 1\n}' }, format),
  ).toEqual(['config.json:3: this is not valid JSON: correct it'])
  const deep = { ...tree, 'config.json': '['.repeat(500_000) }
  expect(await mistakesOf(deep, format)).toEqual([
    'config.json:1: this is not valid JSON: correct it',
  ])
  const { 'exercises/practice/easy/.docs/instructions.md': _, ...without } = tree
  expect(await mistakesOf(without)).toEqual([
    'config.json:56: there is no text in exercises/practice/easy/.docs: add instructions.md, or ' +
      'set the status to wip',
  ])
})

test('fields that would change objects are not looked at, and a circle keeps the order', async () => {
  const [shop, first] = config.exercises.concept
  const circle = {
    ...config,
    exercises: { ...config.exercises, concept: [shop, { ...first, prerequisites: ['sums'] }] },
  }
  const source = JSON.stringify(circle).replace('{', '{"__proto__":{"language":"Evil"},')
  const { outline, course, warnings } = await readTree({ ...tree, 'config.json': source })
  expect(course.title).toBe('Abacus')
  expect(outline[0]).toEqual(['Concepts', [id(2), id(5), id(1), id(4)]])
  expect(warnings.join('\n')).toContain(
    '"shop", "first-beads" need each other in a circle: they keep the order of the file',
  )
})
