import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findNumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { listCorrected } from '../moves/correct-learners.ts'
import { givenLearnerOf, publish } from '../moves/test-support.ts'
import { moveImpact } from './move-impact.ts'

const api = await forAllTests(startApi())

test('an impact foretells whom the rules of a version would lock, and names what changes of them', async () => {
  const course = await publish(api, ['a', 'b', 'c'])
  const { slug } = course
  // Has done the first, so the second is next; then all but that, so only new things are locked.
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
  // Expects the first learner to lose `c`; whoever completed the course loses nothing.
  expect(sequence.ifMoved.locked).toBe(1)
  expect(sequence.changes.map(({ key, what }) => `${key} ${what}`)).toEqual(['c due'])
  expect(days.ifMoved.locked).toBe(2)
  expect(days.changes.map(({ key, what }) => `${key} ${what}`)).toEqual(['b available'])
  expect(requires.ifMoved.locked).toBe(1)
  expect(requires.changes.map(({ key, what }) => `${key} ${what}`)).toEqual(['c requires'])
})

test('what was advice before rules were kept locks nobody by a correction', async () => {
  const advised = ['a', { key: 'b', details: { prerequisites: ['a'] } }]
  const course = await publish(api, advised)
  await api.database.db.transaction(async (db) => {
    await db.execute(sql`alter table course_versions disable trigger user`)
    await db.execute(sql`update course_versions set ruled = false where course_id = ${course.id}`)
    await db.execute(sql`alter table course_versions enable trigger user`)
  })
  await givenLearnerOf(api, course)
  await publish(api, advised, { slug: course.slug, title: 'Spelled right' })

  const impact = await moveImpact(api.deps, { courseId: course.id, to: 2, policy: 'all' })
  expect([impact.kind, impact.ifMoved.locked]).toEqual(['major', 1])
  const version = await findNumberedVersion(api.deps.db, { courseId: course.id, number: 2 })
  expect(version && (await listCorrected(api.deps, version))).toEqual([])
})
