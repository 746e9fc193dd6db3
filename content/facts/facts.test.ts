import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { factsOf, type ToldContent } from './facts.ts'
import type { Fact } from './facts-schema.ts'
import { wordsOf } from './words.ts'

const question = (key: string, right = 'Bowline', fields: object = {}) => ({
  ...{ key, type: 'single', title: `Which ${key}?`, text: null, points: 2 },
  options: ['Bowline', 'Reef knot'].map((text) => ({ text, right: text === right })),
  ...fields,
})
const quizOf = (...questions: object[]): ToldContent => ({
  quiz: { passPercent: 80, pools: [{ title: null, take: null, questions }] },
})
const assignmentOf = (title: string, points: number): ToldContent => ({
  assignment: {
    rubric: [
      {
        title,
        levels: [
          { title: 'No', points: 0 },
          { title: 'Yes', points },
        ],
      },
    ],
  },
})

/** Writes facts as a person would say them. */
function said(facts: readonly Fact[]): string[] {
  return facts.map(({ within, field, what, from, to }) => {
    const where = within.map(({ part, number }) => `${part} ${number}`)
    return `${[...where, field ?? what].join(', ')}: ${from} → ${to}`
  })
}

test.each<[what: string, before: ToldContent, after: ToldContent, facts: string[]]>([
  [
    'right answers, points and options',
    quizOf(question('one'), question('two')),
    quizOf(
      question('one', 'Reef knot', { points: 3 }),
      question('two', '', { options: [{ text: 'Bowline', right: true }, { text: 'Granny' }] }),
    ),
    [
      'question 1, points: 2 → 3',
      'question 1, right: Bowline → Reef knot',
      'question 2, options: Reef knot → Granny',
    ],
  ],
  [
    'a question that is new, one that is gone, one that lacks all, and the order',
    quizOf(question('one'), question('two'), question('gone'), question('empty')),
    quizOf(question('two'), question('one'), { key: 'empty' }, question('new')),
    [
      'question 3, removed: Which gone? → ',
      'question 1, moved: 2 → 1',
      'question 4, added:  → Which new?',
      ...['type: single → ', 'title: Which empty? → ', 'points: 2 → '].map(
        (t) => `question 3, ${t}`,
      ),
      ...['right: Bowline → ', 'options: Bowline,Reef knot → '].map((t) => `question 3, ${t}`),
      ...['type:  → single', 'points:  → 2'].map((t) => `question 4, ${t}`),
      ...['right:  → Bowline', 'options:  → Bowline,Reef knot'].map((t) => `question 4, ${t}`),
    ],
  ],
  [
    'a criterion with another name and another level',
    assignmentOf('Holds', 3),
    assignmentOf('Holds well', 4),
    ['criterion 1, title: Holds → Holds well', 'criterion 1, level 2, points: 3 → 4'],
  ],
  [
    'dates, rules, and another type',
    { type: 'link', requires: ['one'], due: '2027-01-10', link: { url: 'https://a.example' } },
    { type: 'file', requires: ['two'], available: '2027-01-01', file: { file: 'knot.pdf' } },
    [
      ...['type: link → file', 'requires: one → two', 'available:  → 2027-01-01'],
      ...['file:  → knot.pdf', 'due: 2027-01-10 → ', 'url: https://a.example → '],
    ],
  ],
  [
    'subtitles, and other bytes of a file',
    { video: { captions: [{ language: 'en', file: 'a.vtt' }] }, files: { 'knot.mp4': 'a' } },
    { video: { captions: [{ language: 'en', file: 'b.vtt' }] }, files: { 'knot.mp4': 'b' } },
    ['caption 1, file: a.vtt → b.vtt', 'file:  → knot.mp4'],
  ],
  [
    'what the course says about itself, and a new picture under its name',
    { title: 'Knots', tags: ['a', 'b'], validFor: null, cover: 'k.png', files: { 'k.png': 'a' } },
    { title: 'Knots', tags: ['b'], validFor: 12, cover: 'k.png', files: { 'k.png': 'b' } },
    ['tags: a → ', 'validFor:  → 12', 'file:  → k.png'],
  ],
])('%s', (_, before, after, facts) => {
  expect(said(factsOf(before, after)).toSorted()).toEqual(facts.toSorted())
})

const lessons: ToldContent[] = [
  quizOf(
    question('which'),
    { key: 'a', type: 'number', title: 'How long?', numbers: [{ value: '1', tolerance: '2' }] },
    { key: 'b', type: 'number', title: 'How thick?', numbers: [{ from: '1', to: '2' }] },
    { key: 'c', type: 'text', title: 'Which?', accepted: ['Reef', 'Square'], caseSensitive: true },
    { key: 'd', type: 'order', title: 'In order?', items: ['Over', 'Under'] },
    { key: 'e', type: 'match', title: 'For?', pairs: [{ left: 'Ship', right: 'Hitch' }] },
    { key: 'f', type: 'essay', title: 'Why?', guidance: null },
  ),
  { ...assignmentOf('Holds', 3), due: '2027-01-10', requires: ['one', 'two'], required: true },
  {
    ...{ type: 'video', title: 'See it', content: 'A knot.\nIt holds.', poster: null },
    video: {
      sources: [{ file: 'a.mp4' }, { url: 'b' }],
      captions: [{ language: 'en', file: 'c' }],
    },
  },
]

/** Writes the names in another order, and leaves out what is null. */
function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (typeof value !== 'object' || value === null) return value
  const stated = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(stated.reverse().map(([name, one]) => [name, rewritten(one)]))
}

test('lessons that say the same have no facts, however they are written', () => {
  for (const lesson of lessons)
    expect(factsOf(lesson, rewritten(lesson) as ToldContent)).toEqual([])
})

/** Lists the paths of all that is stated. */
function leavesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]))
}

test('each field that changes is told, at its place', () => {
  for (const lesson of lessons)
    for (const leaf of leavesOf(lesson)) {
      const after = structuredClone(lesson)
      let holder: Record<string, unknown> = after
      for (const step of leaf.slice(0, -1)) holder = holder[step] as typeof holder
      const [last = ''] = leaf.slice(-1)
      const old = holder[last]
      holder[last] = typeof old === 'boolean' ? !old : typeof old === 'number' ? old + 1 : 'OTHER'

      const told = factsOf(lesson, after).map(({ path }) => `${path}.`)
      expect([leaf, told.some((path) => `${leaf.join('.')}.`.startsWith(path))]).toEqual([
        leaf,
        true,
      ])
    }
})

test('anything can be compared, whatever it lacks', () => {
  const anything = fc.jsonValue().map((quiz) => ({ quiz }))
  const holed = fc.jsonValue({ maxDepth: 2 }).map((one) => quizOf(one as object))
  const some = fc.oneof(anything, holed, fc.constantFrom(undefined, ...lessons))
  fc.assert(
    fc.property(some, some, (before, after) => {
      expect(() => JSON.stringify(factsOf(before, after))).not.toThrow()
    }),
    propertyRuns(300),
  )
})

test('a long text is told by its words, with what is around them', () => {
  const long = (word: string) => ({
    content: `${'Before it. '.repeat(50)}The ${word} holds.${' After.'.repeat(50)}`,
  })
  const [fact] = factsOf(long('bowline'), long('reef'))
  expect(fact).toMatchObject({ field: 'content', from: [], to: [] })
  const kept = expect.objectContaining({ is: 'kept' })
  const cut = { is: 'cut', text: '' }
  expect(fact?.words).toEqual([
    ...[cut, kept, { is: 'removed', text: 'bowline' }, { is: 'added', text: 'reef' }, kept, cut],
  ])
})

test('the words of two texts put together are the texts, unless something is cut', () => {
  const words = fc.array(fc.constantFrom('a', 'knot', 'holds', '\n', 'é', '𝄞'), { maxLength: 60 })
  const anyText = words.map((all) => all.join(' '))
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const parts = wordsOf(before, after, { texts: 1 })
      if (parts.some(({ is }) => is === 'cut')) return
      const without = (left: string) =>
        parts.flatMap(({ is, text }) => (is === left ? [] : text)).join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
    propertyRuns(200),
  )
})

test('texts without anything in common are told in bounded time and space', () => {
  const lines = (word: string) =>
    Array.from({ length: 60_000 }, (_, at) => `${word} ${at}\n`).join('')
  const begin = performance.now()
  const parts = wordsOf(lines('a'), lines('b'), { texts: 1 })
  expect(performance.now() - begin).toBeLessThan(20_000)
  expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(120_000)
  expect(parts.at(-1)?.is).toBe('cut')
})
