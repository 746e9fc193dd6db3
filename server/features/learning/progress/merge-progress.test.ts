import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import type { UpdateProgressInput } from './schema.ts'

const api = await forAllTests(startApi())

type Report = Omit<UpdateProgressInput, 'lessonId'>

const percent = fc.oneof(fc.constantFrom(0, 1, 99, 100), fc.integer({ min: 0, max: 100 }))
const report: fc.Arbitrary<Report> = fc.record(
  { percent, completed: fc.boolean(), positionSeconds: fc.integer({ min: 0, max: 1_000_000 }) },
  { requiredKeys: [] },
)
const course = await api.given.course({ lessons: ['required', 'required'] })
const lessonId = lessonOf(course, 0).id

async function givenLearner(): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course)
  return learner
}

async function send(learner: GivenUser, reports: Report[]) {
  const answers = []
  for (const one of reports)
    answers.push(await api.as(learner).progress.update.mutate({ lessonId, ...one }))
  return answers.map(({ lesson }) => lesson)
}

test('whatever is reported, percent never falls and the first completion stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 6 }), async (reports) => {
      const states = await send(await givenLearner(), reports)

      let highest = 0
      let firstCompletion: string | null = null
      let position = 0
      for (const [
        index,
        { percent = 0, completed = false, positionSeconds },
      ] of reports.entries()) {
        highest = Math.max(highest, completed ? 100 : percent)
        const state = states[index]
        if (highest === 100) firstCompletion ??= state?.completedAt ?? 'missing'
        position = positionSeconds ?? position
        expect(state).toMatchObject({
          percent: highest,
          completedAt: firstCompletion,
          positionSeconds: position,
        })
      }
    }),
    propertyRuns(8),
  )
})

test('the same reports reordered and repeated give the same percent and the same completion', async () => {
  const shuffled = fc
    .array(report, { minLength: 1, maxLength: 5 })
    .chain((reports) =>
      fc.tuple(
        fc.constant(reports),
        fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
      ),
    )

  await fc.assert(
    fc.asyncProperty(shuffled, async ([reports, again]) => {
      const one = await send(await givenLearner(), reports)
      const other = await send(await givenLearner(), again)

      const outcome = (states: typeof one) => [
        states.at(-1)?.percent,
        states.at(-1)?.completedAt !== null,
      ]
      expect(outcome(other)).toEqual(outcome(one))
    }),
    propertyRuns(5),
  )
})

test('reports that arrive at once give the same row as one after the other', async () => {
  const learner = await givenLearner()
  const percents = [30, 10, 80, 55, 0, 80, 20, 79]

  await Promise.all(
    percents.map((percent) => api.as(learner).progress.update.mutate({ lessonId, percent })),
  )

  const { items } = await api.as(learner).progress.get.query({ courseId: course.id })
  expect(items[0]).toMatchObject({ percent: 80, completedAt: null })
})

test('a clock that is set back takes no completion: the earlier of two instants is the one', async () => {
  const learner = await givenLearner()
  await send(learner, [{ completed: true }])
  api.advance(-2 * 3_600_000)
  const [second] = await send(learner, [{ completed: true, positionSeconds: 9 }])
  api.advance(2 * 3_600_000)
  const [third] = await send(learner, [{ completed: true }])

  expect(second).toMatchObject({ percent: 100, positionSeconds: 9 })
  expect(third).toEqual(second)
})
