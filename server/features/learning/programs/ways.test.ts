import fc from 'fast-check'
import { test } from 'vitest'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { endDueEnrollments } from '../../shop/transactions/end-due.ts'
import { givenProgram } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const price = { amount: 2900, currency: 'USD' }
const course = await api.given.course({ price })
const programs = [
  await givenProgram(api, { courses: [course], price }),
  await givenProgram(api, { courses: [await api.given.course(), course] }),
]
const { enrollments } = api.as(admin).admin

type Target = { id: string; slug: string }

const buy = async (learner: GivenUser, { id }: Target) => {
  const bought = await api.as(learner).transactions.create.mutate({ courseIds: [id] })
  if (bought.checkoutUrl) await api.request(`POST ${new URL(bought.checkoutUrl).pathname}/pay`)
}

async function refund(learner: GivenUser, { id }: Target) {
  const { items } = await api.as(learner).transactions.list.query({})
  const paid = items.find(({ lines }) =>
    lines.some(({ courseId, status }) => courseId === id && status === 'fulfilled'),
  )
  if (paid === undefined) return
  const body = { reason: 'Asked' }
  await api.request(`POST /api/v1/transaction/${paid.id}/refund`, { token: admin.token, body })
}

const give = (learner: GivenUser, { slug }: Target) =>
  enrollments.enroll.mutate({ user: learner.id, course: slug })
const take = (learner: GivenUser, { id }: Target) =>
  enrollments.end.mutate({ userId: learner.id, courseId: id })

async function end(learner: GivenUser, { id }: Target) {
  await api.database.db.execute(`
    update enrollments set ends_at = now() - interval '1 hour'
    where user_id = '${learner.id}' and course_id = '${id}' and source = 'administrator'`)
  await endDueEnrollments(api.deps)
}

const acts = { buy, refund, give, take, end }
type Act = keyof typeof acts
const step = fc.record({
  act: fc.constantFrom<Act[]>('buy', 'refund', 'give', 'take', 'end'),
  at: fc.constantFrom(0, 1, 2),
})

/** The way into a course that is no program's: the first that was opened, until it ends. */
type Own = 'bought' | 'given' | undefined

function next(own: Own, act: Act): Own {
  if (act === 'buy' || act === 'give') return own ?? (act === 'buy' ? 'bought' : 'given')
  if (act === 'refund') return own === 'bought' ? undefined : own
  return own === 'given' ? undefined : own
}

test('a course is open as long as one way leads into it, whatever the others come to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const learner = await api.given.learner()
      const targets: Target[] = [course, ...programs]
      const own: Own[] = targets.map(() => undefined)
      for (const { act, at } of steps) {
        const target = targets[at]
        if (target === undefined) continue
        const isOpen = own[0] ?? own[1] ?? own[2]
        // What one has is not sold; free programs are ended by the desk, not refunded.
        const isRefused =
          (act === 'buy' && (at === 0 ? isOpen : own[at]) !== undefined) ||
          (act === 'refund' && at === 2)
        if (isRefused) continue
        await acts[act](learner, target).catch(() => undefined)
        const isFreeTaken = at === 2 && own[2] === 'bought' && act === 'take'
        own[at] = isFreeTaken ? undefined : next(own[at], act)

        for (const [place, { id }] of targets.entries()) {
          const found = await findEnrollment(api.deps.db, { userId: learner.id, courseId: id })
          const wanted =
            place === 0 ? own.some((way) => way !== undefined) : own[place] !== undefined
          if ((found?.status === 'active') !== wanted)
            throw new Error(`${place} is ${found?.status} by ${found?.source}, with ${own}`)
        }
      }
    }),
    propertyRuns(20),
  )
}, 120_000)
