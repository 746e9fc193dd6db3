import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenAssignment, handIn } from '../features/assessment/test-support.ts'
import { bulkOf } from '../features/learning/bulk-enrollments/test-support.ts'
import { givenKey } from '../features/people/api-keys/test-support.ts'
import { proofFields } from '../features/platform/proof/schema.ts'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import type { AdminPermission, Role } from '../security/permissions.ts'
import { keyScopes, rolesWithPermission } from '../security/permissions.ts'
import { forAllTests, startApi } from './api.ts'
import type { GivenUser } from './given.ts'
import { completeCourse } from './learning.ts'

const api = await forAllTests(startApi())

/** Somebody of staff who learns, too, in a course whose owner they are. */
interface Own {
  user: GivenUser
  courseId: string
  /** Of its lesson, which is handed in and due. */
  key: string
  free: { id: string; slug: string }
  submissionId: string
  transactionId: string
  code: string
  cohortId: string
  /** One of an administrator, who has added them. */
  ownCohortId: string
}

const reason = 'Why not'
const dueOn = '2090-01-01'

/** Operations that give a learner something, each requested for oneself. */
const gives: Record<string, (own: Own) => object> = {
  'admin.cohorts.update': ({ ownCohortId }) => ({ cohortId: ownCohortId, endsAt: null }),
  'admin.cohorts.addMember': ({ user, cohortId }) => ({ cohortId, user: user.email }),
  'admin.enrollments.setEnd': (own) => ({ ...learning(own), endsAt: null }),
  'submissions.claim': ({ courseId, submissionId }) => ({ courseId, submissionId }),
  'submissions.grade': ({ courseId, submissionId }) => ({ courseId, submissionId, points: 1 }),
  'submissions.return': ({ courseId, submissionId }) => ({ courseId, submissionId, comment: 'Go' }),
  'grades.excuse': (own) => ({ ...learning(own), key: own.key, excused: true, reason }),
  'grades.grant': (own) => ({ ...learning(own), extraAttempts: 1, reason }),
  'learners.enroll': ({ user, free }) => ({ courseId: free.id, user: user.email }),
  'learners.markLesson': (own) => ({ ...learning(own), key: own.key, done: true, reason }),
  'learners.extend': (own) => ({ ...learning(own), lessonKey: own.key, dueOn, reason }),
  'moves.create': ({ user, courseId }) => ({
    ...{ courseId, to: 1, policy: 'chosen', userIds: [user.id] },
  }),
  'admin.transactions.markPaid': ({ transactionId }) => ({ transactionId, reason }),
  'transactions.refund': ({ transactionId }) => ({ transactionId, reason }),
  'certificates.adminReinstate': ({ code }) => ({ code, reason }),
  'certificates.adminReissue': ({ code }) => ({ code }),
  // After `enroll`: it gives the same.
  'admin.cohorts.addCourse': ({ ownCohortId, free }) => ({
    cohortId: ownCohortId,
    course: free.id,
  }),
  // The last: it takes what was handed in.
  'admin.enrollments.resetProgress': (own) => ({ ...learning(own), reason }),
}

/** Other operations that name somebody, or what is theirs, and what each does to them. */
const others: Record<string, string> = {
  'admin.bulkEnrollments.act': 'row by row: see below',
  'admin.bulkEnrollments.create': 'row by row: see below',
  'admin.bulkEnrollments.dryRun': 'row by row: see below',
  'admin.cohorts.removeMember': 'takes something away',
  'admin.cohorts.removeCourse': 'takes something away',
  'admin.cohorts.delete': 'takes something away',
  'admin.coupons.create': 'is about a coupon, which anybody may use',
  'admin.coupons.disable': 'is about a coupon',
  'admin.invitations.create': 'refuses every email with an account',
  'admin.invitations.withdraw': 'takes something away',
  'admin.invitations.resend': 'is for people without an account',
  'admin.transactions.assignReversal': 'says where money is missing',
  'admin.transactions.undo': 'takes something away',
  'admin.users.create': 'is about an account, not about learning',
  'admin.users.rename': 'gives what `me.update` gives everybody',
  'admin.users.setRole': 'is about an account, not about learning',
  'admin.users.suspend': 'is about an account, not about learning',
  'admin.users.reinstate': 'is about an account, not about learning',
  'admin.users.endSessions': 'is about an account, not about learning',
  'admin.users.removeSecondFactors': 'is about an account, not about learning',
  'admin.users.endSession': 'is about an account, not about learning',
  'admin.users.resendVerification': 'is about an account, not about learning',
  'admin.settings.updateAny': 'is about the school, not about learning',
  'admin.users.verify': 'refuses one’s own account',
  'admin.users.changeEmail': 'refuses one’s own account',
  'admin.users.mailPasswordLink': 'is about an account, not about learning',
  'admin.users.erase': 'refuses one’s own account',
  'grades.revoke': 'takes something away',
  'learners.act': 'row by row, by what the single acts do',
  'learners.end': 'takes something away',
  'learners.revokeExtension': 'takes something away',
  'certificates.adminRevoke': 'takes something away',
  'certificates.adminRender': 'prints what is there',
  'certificates.adminReissueMany': 'one by one: it leaves one’s own',
  'authoring.create': 'is about work, not about learning',
  'authoring.duplicate': 'is about work, not about learning',
  'authoring.update': 'is about a course',
  'members.add': 'is about work, not about learning',
  'members.remove': 'takes something away',
}

function learning({ user, courseId }: Own) {
  return { userId: user.id, courseId }
}

const operations = operationsOf(appRouter)
const staffs = operations.filter(
  ({ type, access }) => type === 'mutation' && (access === 'admin' || access === 'member'),
)

test('every operation of staff that names a person, or what is theirs, is in one of the lists', () => {
  const names = /user|email|learner|submission|transaction|invitation|cohortId|^code$|^rows$/i
  const naming = staffs.filter(({ input, rest }) =>
    Object.keys(input.shape).some((it) => names.test(it) && !(rest.proof && it in proofFields)),
  )
  const listed = [...Object.keys(gives), ...Object.keys(others)]
  expect(naming.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
  const declared = staffs.filter(({ rest }) => rest.errors.includes('NotForYourself'))
  expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(gives).sort())
})

const admin = await api.given.admin()

async function givenOwn(user: GivenUser): Promise<Own> {
  const { courseId, lessonId, content } = await givenAssignment(api, {}, { due: '2080-01-01' })
  const [course, free] = [await api.given.course(), await api.given.course()]
  await api.given.enrollment(user, content)
  for (const id of [courseId, course.id, free.id])
    await api.deps.db.execute(sql`
      insert into course_members (course_id, user_id, role, added_at)
      values (${id}, ${user.id}, 'owner', now())`)
  const handedIn = await handIn(api, user, lessonId)
  await api.given.enrollment(user, course)
  await completeCourse(api, { learner: user, course })
  const certificate = await api.as(user).certificates.issue.mutate({ courseId: course.id })
  const paid = await api.given.course({ price: { amount: 900, currency: 'USD' } })
  const bought = await api.as(user).transactions.create.mutate({ courseIds: [paid.id] })
  const cohort = await api
    .as(admin)
    .admin.cohorts.create.mutate({ name: `Cohort ${crypto.randomUUID()}` })
  const { id: ownCohortId } = await api.as(admin).admin.cohorts.create.mutate({
    ...{ name: `Cohort ${crypto.randomUUID()}`, endsAt: '2080-01-01T00:00:00.000Z' },
  })
  await api.as(admin).admin.cohorts.addMember.mutate({ cohortId: ownCohortId, user: user.email })
  return {
    user,
    courseId,
    key: content.sections[0]?.lessons[0]?.key ?? '',
    free,
    submissionId: handedIn.body.id,
    transactionId: bought.id,
    code: certificate.verificationCode,
    cohortId: cohort.id,
    ownCohortId,
  }
}

async function answersTo(own: Own, token: string, names: string[]) {
  const answers: Record<string, string> = {}
  for (const name of names) {
    const { body } = await api.request(`POST /trpc/${name}`, { token, body: gives[name]?.(own) })
    answers[name] = body.error?.data?.error ?? 'done'
  }
  return answers
}

const opensTo = (role: Role) => (name: string) => {
  const { access, permission } = operations.find((one) => one.name === name) ?? {}
  return (
    access === 'member' ||
    rolesWithPermission(permission as AdminPermission).some((it) => it === role)
  )
}
const allRefused = (names: string[]) => Object.fromEntries(names.map((n) => [n, 'NotForYourself']))

test.each(['learner', 'support', 'finance'] as const)(
  'nobody gives themselves anything, as an owner with the role %s',
  async (role) => {
    const own = await givenOwn(await api.given.learner({ role }))
    const names = Object.keys(gives).filter(opensTo(role))
    expect(await answersTo(own, own.user.token, names)).toEqual(allRefused(names))
  },
)

test('a key gives nothing to its maker', async () => {
  const own = await givenOwn(await api.given.admin())
  const { token } = await givenKey(api, keyScopes, { maker: own.user, courseIds: [own.courseId] })
  // No key owns a course.
  const names = Object.keys(gives).filter((name) => name !== 'grades.grant')
  expect(await answersTo(own, token, names)).toEqual(allRefused(names))
})

test('an administrator may, on record', async () => {
  const own = await givenOwn(await api.given.admin())
  const answers = await answersTo(own, own.user.token, Object.keys(gives))
  expect(Object.values(answers)).not.toContain('NotForYourself')
  const { rows } = await api.deps.db.execute(sql`
    select distinct event from audit_events
    where user_id = ${own.user.id} and actor = ${`user:${own.user.id}`}`)
  expect(rows.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      'learner-enrolled',
      'extension-granted',
      'accommodation-granted',
      'lesson-marked-done',
      'submission-graded',
      'progress-reset',
      'cohort-member-added',
      'certificate-reissued',
    ]),
  )
})

test('of many at once, the own row fails and the others go on', async () => {
  const supporter = await api.given.learner({ role: 'support' })
  const [other, course] = [await api.given.learner(), await api.given.course()]
  const { bulkEnrollments } = api.as(supporter).admin
  const rows = [{ email: supporter.email.toUpperCase() }, { email: other.email }]
  const look = await bulkEnrollments.dryRun.mutate({ course: course.id, rows })
  expect(look.rows.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['failed', 'NotForYourself'],
    ['enrolled', null],
  ])
  const { id } = await bulkEnrollments.create.mutate({ course: course.id, rows })
  const bulk = bulkOf(api, supporter)
  await bulk.done(id)
  expect((await bulk.rows(id)).map(({ outcome, error }) => [outcome, error])).toEqual([
    ['failed', 'NotForYourself'],
    ['enrolled', null],
  ])
})

test('who works on a course takes it by the doors of learners, as everybody', async () => {
  const own = await givenOwn(await api.given.learner())
  const { status } = await api.as(own.user).transactions.create.mutate({ courseIds: [own.free.id] })
  expect(status).toBe('fulfilled')
})
