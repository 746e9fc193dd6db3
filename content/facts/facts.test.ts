import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { factsOf, factsOfTerms, type ToldLesson } from './facts.ts'
import type { Fact } from './facts-schema.ts'
import { wordsOf } from './words.ts'

const options =
  (...texts: string[]) =>
  (right: string) =>
    texts.map((text) => ({ text, right: text === right }))
const knots = options('Bowline', 'Reef knot')

function quizOf(...questions: object[]): ToldLesson {
  const pool = { title: null, take: null, questions }
  return { type: 'quiz', title: 'Knots', quiz: { passPercent: 80, pools: [pool] } }
}
const question = (fields: object = {}) => ({
  ...{ key: 'which', type: 'single', title: 'Which knot holds?', text: null, points: 2 },
  options: knots('Bowline'),
  ...fields,
})

/** Writes facts as a person would say them. */
function said(facts: readonly Fact[]): string[] {
  return facts.map(({ within, field, what, from, to, words }) => {
    const where = within.map(({ part, number }) => `${part} ${number}`)
    const change = words ? `by ${words.length} words` : `${from} → ${to}`
    return `${[...where, ...(field === null ? [] : [field])].join(', ')} ${what}: ${change}`
  })
}

test.each<[what: string, before: ToldLesson, after: ToldLesson, facts: string[]]>([
  [
    'a right answer and points',
    quizOf(question()),
    quizOf(question({ options: knots('Reef knot'), points: 3 })),
    ['question 1, right changed: Bowline → Reef knot', 'question 1, points changed: 2 → 3'],
  ],
  [
    'an option more, one less',
    quizOf(question()),
    quizOf(question({ options: options('Bowline', 'Slip knot', 'Granny')('Bowline') })),
    ['question 1, options changed: Reef knot → Slip knot,Granny'],
  ],
  [
    'a question that is new, one that is gone, and the order',
    quizOf(question(), question({ key: 'a' }), question({ key: 'b', title: 'Gone?' })),
    quizOf(question({ key: 'a' }), question(), question({ key: 'c', title: 'New?' })),
    [
      'question 3 removed: Gone? → ',
      'question 1 moved: 2 → 1',
      'question 3 added:  → New?',
      'question 3, type changed:  → single',
      'question 3, right added:  → Bowline',
      'question 3, options added:  → Bowline,Reef knot',
      'question 3, points changed:  → 2',
    ],
  ],
  [
    'a criterion with another name and another level',
    assignmentOf('Holds', 3),
    assignmentOf('Holds well', 4),
    [
      'criterion 1, title changed: Holds → Holds well',
      'criterion 1, level 2, points changed: 3 → 4',
    ],
  ],
  [
    'dates and rules',
    { type: 'link', requires: ['one'], due: '2027-01-10', link: { url: 'https://a.example' } },
    {
      type: 'link',
      requires: ['two'],
      available: '2027-01-01',
      link: { url: 'https://b.example' },
    },
    [
      'requires changed: one → two',
      'available changed:  → 2027-01-01',
      'url changed: https://a.example → https://b.example',
      'due changed: 2027-01-10 → ',
    ],
  ],
  [
    'other bytes of a file',
    { type: 'file', file: { file: 'knot.pdf' }, files: { 'knot.pdf': 'a' } },
    { type: 'file', file: { file: 'knot.pdf' }, files: { 'knot.pdf': 'b' } },
    ['file replaced:  → knot.pdf'],
  ],
  [
    'a video and its subtitles',
    { type: 'video', video: { captions: [{ language: 'en', file: 'a.vtt' }], seconds: 10 } },
    { type: 'video', video: { captions: [{ language: 'en', file: 'b.vtt' }], seconds: 20 } },
    ['caption 1, file changed: a.vtt → b.vtt', 'seconds changed: 10 → 20'],
  ],
  [
    'another type, without what the old one had',
    { type: 'link', link: { url: 'https://a.example' } },
    { type: 'file', file: { file: 'knot.pdf' } },
    ['type changed: link → file', 'file changed:  → knot.pdf'],
  ],
  [
    'a draft whose parts are missing',
    quizOf(question()),
    quizOf({ key: 'which', type: 'single' }, {}),
    [
      'question 2 added:  → ',
      'question 1, title changed: Which knot holds? → ',
      'question 1, right removed: Bowline → ',
      'question 1, options removed: Bowline,Reef knot → ',
      'question 1, points changed: 2 → ',
    ],
  ],
])('%s', (_, before, after, facts) => {
  expect(said(factsOf(before, after)).toSorted()).toEqual(facts.toSorted())
})

function assignmentOf(title: string, points: number): ToldLesson {
  const levels = [
    { title: 'No', points: 0 },
    { title: 'Yes', points },
  ]
  return { type: 'assignment', assignment: { rubric: [{ title, levels }] } }
}

test('what the course says about itself is told by its fields, and a new picture under its name', () => {
  const terms = { title: 'Knots', tags: ['a', 'b'], cover: 'k.png', validFor: null }
  expect(
    said(
      factsOfTerms(
        { ...terms, coverSha256: 'a' },
        { ...terms, tags: ['b'], validFor: 12, coverSha256: 'b' },
      ),
    ),
  ).toEqual(['tags removed: a → ', 'validFor changed:  → 12', 'cover replaced:  → k.png'])
})

const text = fc.stringMatching(/^[a-z]{1,8}$/)
const texts = fc.uniqueArray(text, { minLength: 2, maxLength: 4 })
const common = { key: text, title: text, text: fc.option(text), points: fc.integer({ min: 1 }) }
const anyQuestion = fc.oneof(
  fc.record({
    ...common,
    type: fc.constantFrom('single', 'multiple'),
    options: texts.map((all) => all.map((text, at) => ({ text, right: at === 0 }))),
  }),
  fc.record({ ...common, type: fc.constant('order'), items: texts }),
  fc.record({ ...common, type: fc.constant('text'), accepted: texts, caseSensitive: fc.boolean() }),
  fc.record({
    ...common,
    type: fc.constant('match'),
    pairs: texts.map((all) => all.map((left) => ({ left, right: 'loop' }))),
    others: texts,
  }),
  fc.record({
    ...common,
    type: fc.constant('number'),
    numbers: fc.constantFrom([{ value: '1', tolerance: '2' }], [{ from: '1', to: '2' }]),
  }),
  fc.record({ ...common, type: fc.constant('essay'), guidance: fc.option(text) }),
)
const pool = fc.record({
  title: fc.option(text),
  take: fc.option(fc.nat()),
  questions: fc.uniqueArray(anyQuestion, { selector: ({ key }) => key, maxLength: 4 }),
})
const own = {
  quiz: fc.record({ passPercent: fc.nat(), shuffles: fc.boolean(), pools: fc.array(pool) }),
  assignment: fc.record({
    dueAt: fc.option(text),
    files: fc.nat(),
    fileTypes: texts,
    rubric: fc.array(
      fc.record({ title: text, levels: fc.array(fc.record({ title: text, points: fc.nat() })) }),
    ),
  }),
  video: fc.record({
    sources: fc.array(fc.oneof(fc.record({ file: text }), fc.record({ url: text }))),
    captions: fc.array(fc.record({ language: text, label: fc.option(text), file: text })),
    poster: fc.option(text),
    transcript: fc.option(fc.array(text).map((all) => all.join('\n'))),
  }),
  link: fc.record({ url: text }),
  file: fc.record({ file: text }),
  course: fc.record({ slug: text }),
}
const types = Object.keys(own) as (keyof typeof own)[]
const anyLesson: fc.Arbitrary<ToldLesson> = fc.constantFrom(...types).chain((type) =>
  fc.record({
    ...{ type: fc.constant(type), title: text, required: fc.boolean(), requires: texts },
    ...{ due: fc.option(text), content: fc.array(text).map((all) => all.join(' \n')) },
    [type]: own[type],
  }),
) as never

/** Writes the names in another order, and leaves out what is null. */
function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (typeof value !== 'object' || value === null) return value
  const stated = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(stated.reverse().map(([name, one]) => [name, rewritten(one)]))
}

test('lessons that say the same have no facts, however they are written', () => {
  fc.assert(
    fc.property(anyLesson, (lesson) => {
      expect(factsOf(lesson, rewritten(lesson) as ToldLesson)).toEqual([])
    }),
    propertyRuns(200),
  )
})

/** Lists the paths of all that is stated. */
function leavesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]))
}

test('each field that changes is told, at its place', () => {
  fc.assert(
    fc.property(anyLesson, fc.nat(), (lesson, chosen) => {
      const leaves = leavesOf(lesson).filter(([name, ...below]) => name !== 'type' || below.length)
      const leaf = leaves[chosen % leaves.length] ?? []
      const after = structuredClone(lesson)
      const last = leaf.at(-1) ?? ''
      let holder: Record<string, unknown> = after
      for (const step of leaf.slice(0, -1)) holder = holder[step] as typeof holder
      const old = holder[last]
      holder[last] = typeof old === 'boolean' ? !old : typeof old === 'number' ? old + 1 : 'OTHER'

      const path = `${leaf.join('.')}.`
      const facts = factsOf(lesson, after)
      expect(facts.some((fact) => path.startsWith(`${fact.path}.`))).toBe(true)
    }),
    propertyRuns(500),
  )
})

test('any two lessons can be compared, whatever they lack', () => {
  const anything = fc.jsonValue().map((value) => ({ type: 'quiz', quiz: value }) as ToldLesson)
  const holed = fc.jsonValue({ maxDepth: 2 }).map((one) => quizOf(one as object))
  const some = fc.oneof(anyLesson, anything, holed, fc.constant(undefined))
  fc.assert(
    fc.property(some, some, (before, after) => {
      expect(() => JSON.stringify(factsOf(before, after))).not.toThrow()
    }),
    propertyRuns(300),
  )
})

test('a long text is told by its words, with what is around them', () => {
  const long = (word: string) =>
    `${'Before it. '.repeat(50)}The ${word} holds.${' After.'.repeat(50)}`
  const [fact] = factsOf(
    { type: 'text', content: long('bowline') },
    { type: 'text', content: long('reef') },
  )
  expect(fact).toMatchObject({ field: 'content', from: [], to: [] })
  expect(fact?.words?.map(({ is }) => is)).toEqual([
    ...['cut', 'kept', 'removed', 'added', 'kept', 'cut'],
  ])
  expect(fact?.words?.filter(({ is }) => is === 'removed' || is === 'added')).toEqual([
    { is: 'removed', text: 'bowline' },
    { is: 'added', text: 'reef' },
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
  expect(performance.now() - begin).toBeLessThan(2_000)
  expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(120_000)
  expect(parts.at(-1)?.is).toBe('cut')
})
