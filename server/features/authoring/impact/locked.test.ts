import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenLearnerOf, publish } from '../moves/test-support.ts'
import { moveImpact } from './move-impact.ts'

const api = await forAllTests(startApi())

test('an impact foretells whom the rules of a version would lock, and names what changes of them', async () => {
  const course = await publish(api, ['a', 'b', 'c'])
  const { slug } = course
  // Has done the first: the second would be next. Has done all but that: only new things are locked.
  await givenLearnerOf(api, course, ['a'])
  await givenLearnerOf(api, course, ['a', 'c'])
  await givenLearnerOf(api, course, ['a', 'b', 'c'])
  await publish(api, ['a', 'b', { key: 'c', details: { due: '2031-01-01' } }], {
    slug,
    order: 'sequence',
  })
  const later = { available: '5 days after enrollment' }
  await publish(api, ['a', { key: 'b', details: later }, 'c'], { slug })
  await publish(api, ['a', 'b', { key: 'c', details: { prerequisites: ['b'] } }], { slug })

  const impactOf = (to: number) => moveImpact(api.deps, { courseId: course.id, to, policy: 'all' })
  const [sequence, days, requires] = [await impactOf(2), await impactOf(3), await impactOf(4)]
  // The first learner loses `c`; who completed the course loses nothing.
  expect(sequence.ifMoved.locked).toBe(1)
  expect(sequence.changes.map(({ key, what }) => `${key} ${what}`)).toEqual(['c due'])
  expect(days.ifMoved.locked).toBe(2)
  expect(days.changes.map(({ key, what }) => `${key} ${what}`)).toEqual(['b available'])
  expect(requires.ifMoved.locked).toBe(1)
  expect(requires.changes.map(({ key, what }) => `${key} ${what}`)).toEqual(['c requires'])
})
