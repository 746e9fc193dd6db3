import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { endDueEnrollments } from '../../shop/transactions/end-due.ts'
import { changeCohortJob } from '../cohorts/change-cohort-job.ts'
import {
  addCohortCourse,
  createCohort,
  removeCohortCourse,
  updateCohort,
} from '../cohorts/manage-cohort.ts'
import { addCohortMember, removeCohortMember } from '../cohorts/manage-members.ts'
import { givenProgram } from '../programs/test-support.ts'
import { endLearnerEnrollment } from './end-learner-enrollment.ts'
import { enrollLearner } from './enroll-learner.ts'
import { setEnrollmentEnd } from './set-end.ts'

const api = await forAllTests(startApi())
let admin = await api.given.admin()
const price = { amount: 2900, currency: 'USD' }
const course = await api.given.course({ price })
const program = await givenProgram(api, { courses: [course], price })
const minute = 60_000
const never = Number.POSITIVE_INFINITY
let start = 0

const toDate = (end: number) => (end === never ? null : new Date(start + end * minute))

type Target = 'course' | 'program'
type Class = 'A' | 'B'

/** Ends in minutes, `never` for no end; undefined without such a way. */
interface Ways {
  now: number
  isKnown: boolean
  isLeft: boolean
  bought: Record<Target, boolean>
  desk: Record<Target, number | undefined>
  classes: Record<Class, { end: number; gives: boolean; isMember: boolean; own?: number | 'none' }>
}

const latestOfProgram = ({ bought, desk }: Ways) =>
  Math.max(bought.program ? never : 0, desk.program ?? 0)

/** Computes what these tests promise: access is open until the latest end of its ways. */
function latestOf(ways: Ways): number {
  const classes = Object.values(ways.classes).map(({ end, gives, isMember, own = end }) =>
    isMember && gives && own !== 'none' ? own : 0,
  )
  const bought = ways.bought.course ? never : 0
  return Math.max(bought, ways.desk.course ?? 0, latestOfProgram(ways), ...classes)
}

const isOpen = (ways: Ways) => latestOf(ways) > ways.now

/** Applies an act to the ways; returns true if it is refused and changes nothing. */
type Next = (ways: Ways, act: { at: Target; of: Class; end: number }) => boolean | undefined

const membersOf = ({ classes }: Ways) =>
  Object.values(classes).filter(({ isMember, gives }) => isMember && gives)

const model = {
  tick: (ways) => {
    ways.now += 1
    return false
  },
  buy: (ways, { at }) => {
    const latest = at === 'course' ? latestOf(ways) : latestOfProgram(ways)
    const isForGood = latest === never || ways.bought[at]
    if ((at === 'course' && ways.isLeft) || isForGood) return true
    ways.bought[at] = true
    return false
  },
  refund: (ways, { at }) => {
    if (!ways.bought[at]) return true
    ways.bought[at] = false
    return false
  },
  give: (ways, { at, end }) => {
    if (end !== 0 && end !== never && ways.bought[at]) return true
    const before = ways.desk[at] ?? 0
    const isReturn = at === 'course' && ways.isLeft && end === 0
    if (!isReturn) ways.desk[at] = end !== 0 ? end : before > ways.now ? before : never
    if (at === 'course') ways.isLeft = false
    return false
  },
  end: (ways, { at }) => {
    if (ways.bought[at]) return true
    ways.desk[at] = undefined
    if (at === 'course' && ways.isKnown) for (const member of membersOf(ways)) member.own = 'none'
    return false
  },
  setEnd: (ways, { end: named }) => {
    const end = named === 0 ? never : named
    if (ways.bought.course) return true
    if (latestOf(ways) === end) return false
    const there = membersOf(ways).filter(({ own }) => own !== 'none')
    for (const member of there) member.own = end
    if (ways.desk.course !== undefined || there.length === 0) ways.desk.course = end
    return false
  },
  join: (ways, { of }) => {
    const joined = ways.classes[of]
    if (joined.end <= ways.now) return true
    joined.isMember = true
    if (joined.own === 'none' && joined.gives) delete joined.own
    if (joined.gives) ways.isLeft = false
    return false
  },
  part: (ways, { of }) => {
    const { isMember, own: _, ...rest } = ways.classes[of]
    ways.classes[of] = { ...rest, isMember: false }
    return !isMember
  },
  move: (ways, { of, end }) => {
    const moved = ways.classes[of]
    if (moved.own === moved.end) delete moved.own
    moved.end = end === 0 ? never : end
    return false
  },
  drop: (ways, { of }) => {
    const { own: _, ...rest } = ways.classes[of]
    ways.classes[of] = { ...rest, gives: false }
    return false
  },
  take: (ways, { of }) => {
    ways.classes[of].gives = true
    return false
  },
  leave: (ways) => {
    if (!isOpen(ways)) return true
    ways.isLeft = true
    return false
  },
  return: (ways) => {
    if (!isOpen(ways)) return true
    ways.isLeft = false
    return false
  },
} satisfies Record<string, Next>

type Act = keyof typeof model
interface Step {
  act: Act
  at: Target
  of: Class
  /** Minutes from now; 0 if no end is named, or none is set. */
  minutes: number
}

/** Returns the acts, as the service really performs them. */
async function given(learner: GivenUser) {
  const { deps } = api
  const as = api.as(learner)
  const person = { userId: learner.id }
  const targets = { course: course.id, program: program.id }
  const paid: Partial<Record<Target, string>> = {}
  const cohorts = { A: await givenClass(), B: await givenClass() }
  const endOf = (end: number) => (end === 0 ? undefined : toDate(end))
  const acts: Record<Act, (act: { at: Target; of: Class; end: number }) => Promise<unknown>> = {
    tick: async () => {
      api.advance(minute)
      await endDueEnrollments(deps)
    },
    buy: async ({ at }) => {
      const { id, checkoutUrl } = await as.transactions.create.mutate({ courseIds: [targets[at]] })
      await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
      paid[at] = id
    },
    refund: async ({ at }) => {
      const id = paid[at] ?? ''
      const body = { reason: 'Asked' }
      await api.request(`POST /api/v1/transaction/${id}/refund`, { token: admin.token, body })
    },
    give: ({ at, end }) =>
      enrollLearner(deps, { ...person, idOrSlug: targets[at], endsAt: endOf(end) }),
    end: ({ at }) => endLearnerEnrollment(deps, { ...person, idOrSlug: targets[at] }),
    setEnd: ({ end }) =>
      setEnrollmentEnd(deps, {
        ...person,
        courseId: course.id,
        endsAt: endOf(end)?.toISOString() ?? null,
      }),
    join: ({ of }) => addCohortMember(acting(), { cohortId: cohorts[of], user: person.userId }),
    part: ({ of }) => removeCohortMember(deps, { ...person, cohortId: cohorts[of] }),
    move: async ({ of, end }) => {
      const cohortId = cohorts[of]
      const from = (await api.as(admin).admin.cohorts.get.query({ cohortId })).endsAt
      await updateCohort(deps, { cohortId, endsAt: endOf(end)?.toISOString() ?? null })
      await changeCohortJob(deps, { cohortId, task: 'reschedule', from })
    },
    drop: async ({ of }) => {
      await removeCohortCourse(deps, { cohortId: cohorts[of], courseId: course.id })
      await changeCohortJob(deps, { cohortId: cohorts[of], courseId: course.id, task: 'end' })
    },
    take: async ({ of }) => {
      const ctx = acting()
      await addCohortCourse(ctx, { cohortId: cohorts[of], course: course.id })
      if (ctx.outcome.created)
        await changeCohortJob(deps, { cohortId: cohorts[of], courseId: course.id, task: 'enroll' })
    },
    leave: () => as.me.leaveCourse.mutate({ courseId: course.id }),
    return: () => as.me.returnToCourse.mutate({ courseId: course.id }),
  }
  return acts
}

const acting = () => ({ ...api.deps, outcome: { created: false } })

let classes = 0
async function givenClass(): Promise<string> {
  classes += 1
  const terms = { name: `Class ${classes}`, startsAt: null, endsAt: null }
  const { id } = await createCohort(api.deps, terms)
  await addCohortCourse(acting(), { cohortId: id, course: course.id })
  return id
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Act[]>(...(Object.keys(model) as Act[])),
  at: fc.constantFrom<Target[]>('course', 'course', 'program'),
  of: fc.constantFrom<Class[]>('A', 'B'),
  minutes: fc.constantFrom(0, 0, 1, 2, 3),
})

test('a course is open exactly as long as one way into it is, until the latest of their ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      // Creates an admin anew: thousands of cases take days of the clock, which no session lasts.
      admin = await api.given.admin()
      const learner = await api.given.learner()
      const acts = await given(learner)
      start = api.deps.now().getTime()
      const endless = { end: never, gives: true, isMember: false }
      const ways: Ways = {
        ...{ now: 0, isKnown: false, isLeft: false },
        bought: { course: false, program: false },
        desk: { course: undefined, program: undefined },
        classes: { A: { ...endless }, B: { ...endless } },
      }
      for (const { act, at, of, minutes } of steps) {
        // Skips an end set after the end: that opens access again, which other tests promise.
        if (act === 'setEnd' && !isOpen(ways)) continue
        const facts = { at, of, end: minutes === 0 ? 0 : ways.now + minutes }
        const isRefused = model[act](ways, facts)
        const refusal = await acts[act](facts).then(
          () => undefined,
          (cause: unknown) => new Error(`${act} is refused`, { cause }),
        )
        if (!isRefused && refusal !== undefined) throw refusal

        if (isOpen(ways)) ways.isKnown = true
        else ways.isLeft = false
        const key = { userId: learner.id, courseId: course.id }
        const found = await findEnrollment(api.deps.db, key)
        const latest = toDate(latestOf(ways))
        const wanted = isOpen(ways) ? [!ways.isLeft, ways.isLeft, latest] : [false, false]
        const real = [found?.status === 'active', found != null && found.leftAt !== null]
        expect(isOpen(ways) ? [...real, found?.endsAt] : real, act).toEqual(wanted)
      }
    }),
    propertyRuns(6),
  )
  const checks = await checkData(api.deps)
  expect(checks.filter(({ state }) => state !== 'ok').map(({ invariant }) => invariant)).toEqual([])
})
