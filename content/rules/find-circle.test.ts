import { expect, test } from 'vitest'
import { findCircle, type RuledLesson } from './find-circle.ts'

const lesson = (key: string, requires: string[] = [], more: Partial<RuledLesson> = {}) => ({
  ...{ key, required: true, preview: false, requires },
  ...more,
})
const free = { isSequence: false }
const sequence = { isSequence: true }

test('lessons that require each other are a circle; a diamond is none', () => {
  const circle = [lesson('a', ['b']), lesson('b', ['c']), lesson('c', ['a'])]
  expect(findCircle(circle, free)).toEqual(['a', 'b', 'c', 'a'])
  expect(findCircle([lesson('a', ['a'])], free)).toEqual(['a', 'a'])
  const diamond = [lesson('a', ['b', 'c']), lesson('b', ['d']), lesson('c', ['d']), lesson('d')]
  expect(findCircle(diamond, free)).toBeUndefined()
})

test('in a sequence, a lesson cannot require one behind a required one', () => {
  const lessons = [lesson('a'), lesson('b', ['d']), lesson('c'), lesson('d')]
  expect(findCircle(lessons, sequence)?.toSorted()).toEqual(['b', 'b', 'c', 'd'])
  expect(findCircle(lessons, free)).toBeUndefined()
  // An optional lesson holds nothing up, and a preview waits for nothing.
  const aside = [lesson('a', ['b'], { required: false }), lesson('b')]
  expect(findCircle(aside, sequence)).toBeUndefined()
  const shown = [lesson('a', ['b'], { preview: true }), lesson('b')]
  expect(findCircle(shown, sequence)).toBeUndefined()
})

test('a thousand lessons in a row are looked through', () => {
  const row = Array.from({ length: 1000 }, (_, at) => lesson(`l${at}`, [`l${at + 1}`]))
  expect(findCircle([...row, lesson('l1000')], free)).toBeUndefined()
  expect(findCircle([...row, lesson('l1000', ['l0'])], free)).toHaveLength(1002)
})
