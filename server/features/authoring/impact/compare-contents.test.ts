import { expect, test } from 'vitest'
import { compareContents } from './compare-contents.ts'
import type { ComparedContent, ComparedLesson } from './types.ts'

function lesson(key: string, more: Partial<ComparedLesson> = {}): ComparedLesson {
  return {
    key,
    formerKeys: [],
    sectionPosition: 0,
    title: `Lesson ${key}`,
    type: 'text',
    minutes: 5,
    required: true,
    preview: false,
    details: null,
    files: null,
    bodySha256: `text of ${key}`,
    size: 10,
    ...more,
  }
}

const terms = { title: 'T', summary: 'S', language: 'en', license: null, source: null }

function content(
  lessons: (string | ComparedLesson)[],
  more: Partial<ComparedContent> = {},
): ComparedContent {
  const whole = lessons.map((it) => (typeof it === 'string' ? lesson(it) : it))
  return { terms, sections: ['Start', 'End'], lessons: whole, ...more }
}

/** Returns the kind, and each change in short. */
function compare(before: ComparedContent | undefined, after: ComparedContent) {
  const { kind, changes } = compareContents(before, after)
  return [
    kind,
    ...changes.map(
      ({ key, what, formerKey }) => `${what} ${key}${formerKey ? ` (${formerKey})` : ''}`,
    ),
  ]
}

const abcd = content(['a', 'b', 'c', 'd'])

test.each<[string, ComparedContent, string[]]>([
  ['nothing', abcd, ['none']],
  [
    'a new title of the course',
    content(['a', 'b', 'c', 'd'], { terms: { ...terms, title: 'N' } }),
    ['terms'],
  ],
  ['a text', content(['a', lesson('b', { bodySha256: 'new' }), 'c', 'd']), ['minor', 'edited b']],
  ['a title', content([lesson('a', { title: 'N' }), 'b', 'c', 'd']), ['minor', 'edited a']],
  ['minutes', content([lesson('a', { minutes: 9 }), 'b', 'c', 'd']), ['minor', 'edited a']],
  ['a preview', content([lesson('a', { preview: true }), 'b', 'c', 'd']), ['minor', 'edited a']],
  ['one lesson to the front', content(['d', 'a', 'b', 'c']), ['minor', 'moved d']],
  ['one lesson to the end', content(['b', 'c', 'd', 'a']), ['minor', 'moved a']],
  [
    'a lesson to a different section',
    content(['a', 'b', 'c', lesson('d', { sectionPosition: 1 })]),
    ['minor', 'moved d'],
  ],
  [
    'the title of a section',
    content(['a', 'b', 'c', 'd'], { sections: ['First', 'End'] }),
    ['minor', 'moved a', 'moved b', 'moved c', 'moved d'],
  ],
  ['a section without lessons', content(['a', 'b', 'c', 'd'], { sections: ['Start'] }), ['minor']],
  ['a lesson more', content(['a', 'b', 'x', 'c', 'd']), ['major', 'added x']],
  ['a lesson less', content(['a', 'c', 'd']), ['major', 'removed b']],
  [
    'a lesson that is optional now',
    content([lesson('a', { required: false }), 'b', 'c', 'd']),
    ['major', 'optional a'],
  ],
  [
    'a lesson of a different type',
    content([lesson('a', { type: 'video' }), 'b', 'c', 'd']),
    ['major', 'type a'],
  ],
  [
    'a new key',
    content([
      'a',
      lesson('bee', { formerKeys: ['b'], title: 'Lesson b', bodySha256: 'text of b' }),
      'c',
      'd',
    ]),
    ['major', 'renamed bee (b)'],
  ],
  [
    'two lessons made one',
    content(['a', lesson('b', { formerKeys: ['c'] }), 'd']),
    ['major', 'renamed b (c)'],
  ],
  [
    'all at once',
    content([lesson('d', { title: 'N' }), 'a', lesson('x', { formerKeys: ['b'] })]),
    ['major', 'removed c', 'moved d', 'edited d', 'renamed x (b)', 'edited x'],
  ],
])('a change of %s', (_, after, expected) => {
  expect(compare(abcd, after)).toEqual(expected)
})

test('a lesson that was optional and is required', () => {
  const before = content(['a', lesson('b', { required: false })])
  expect(compare(before, content(['a', 'b']))).toEqual(['major', 'required b'])
})

test('everything of a first version is new', () => {
  expect(compare(undefined, content(['a', 'b']))).toEqual(['major', 'added a', 'added b'])
})

test('sizes are those before and after', () => {
  const after = content([
    'a',
    lesson('b', { size: 20, bodySha256: 'new' }),
    'c',
    lesson('x', { size: 7 }),
  ])
  expect(compareContents(abcd, after).changes).toEqual([
    { key: 'd', title: expect.any(String), what: 'removed', sizeBefore: 10, sizeAfter: null },
    { key: 'b', title: expect.any(String), what: 'edited', sizeBefore: 10, sizeAfter: 20 },
    { key: 'x', title: expect.any(String), what: 'added', sizeBefore: null, sizeAfter: 7 },
  ])
})

test('the fewest lessons are moved', () => {
  const keys = Array.from({ length: 500 }, (_, number) => `lesson-${number}`)
  const shuffled = keys
    .toSpliced(100, 1)
    .toSpliced(300, 1)
    .toSpliced(400, 0, 'lesson-100', 'lesson-301')
  const { changes } = compareContents(content(keys), content(shuffled))
  expect(changes.map(({ key, what }) => [what, key])).toEqual([
    ['moved', 'lesson-100'],
    ['moved', 'lesson-301'],
  ])
})
