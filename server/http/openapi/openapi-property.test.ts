import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../lib/test/property-runs.ts'
import type { IdentityProvider } from '../../adapters/identity-providers/types.ts'
import { AppError } from '../../errors/errors.ts'
import {
  givenAssignment,
  givenQuiz,
  handIn,
  sendFile,
} from '../../features/assessment/test-support.ts'
import {
  givenPicture,
  pixel,
  sha256Of,
  uploaderOf,
} from '../../features/authoring/files/test-support.ts'
import { givenProgram } from '../../features/learning/programs/test-support.ts'
import { makeApiKey } from '../../features/people/api-keys/create-api-key.ts'
import { publishEvents } from '../../features/platform/events/publish-events.ts'
import { createCoupon } from '../../features/shop/coupons/manage-coupons.ts'
import { appRouter } from '../../router.ts'
import type { LimitName } from '../../security/limits.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { newCourse } from '../../test/authoring.ts'
import { mutated, oddBodies, oddValues, validValues } from '../../test/hostile-inputs.ts'
import type { OperationObject, Parameter } from '../endpoints/document.ts'
import { needsRevision, operationsOf, routesOf } from '../operations.ts'
import { describeApi } from './openapi.ts'

const { paths, components } = describeApi('http://lyceum.test')
/** A provider that knows nobody. */
const school: IdentityProvider = {
  name: 'school',
  title: 'My School',
  issuer: 'https://id.school.example',
  authorizationUrl: ({ state }) =>
    Promise.resolve(`https://id.school.example/authorize?state=${state}`),
  identify: () => Promise.reject(new AppError('SignInRefused')),
}
const returnUrl = 'https://app.example.org/signed-in'
const api = await forAllTests(
  startApi({
    config: { oauthReturnUrls: [returnUrl], checkoutReturnUrls: [returnUrl] },
    identityProviders: new Map([[school.name, school]]),
    webhooks: {
      sender: {
        send: async () => ({
          kind: 'answered',
          status: 204,
          answer: '',
          retryAfterSeconds: undefined,
          milliseconds: 1,
        }),
      },
      retries: [],
    },
  }),
)

const due = '1970-01-01'
const [learner, course, other] = [
  await api.given.learner(),
  await api.given.course({ due }),
  await api.given.course({ due }),
]
const administrator = await api.given.admin()
const priced = await api.given.course({ due, price: { amount: 2900, currency: 'USD' } })
await api.given.enrollment(learner, course)
const withoutCourses = {
  courses: [],
  validFrom: null,
  validUntil: null,
  maxUses: null,
  maxUsesPerUser: null,
}
await createCoupon(api.deps, {
  ...withoutCourses,
  // Differs from that of the examples, which may be disabled on the way.
  code: 'KNOTS-20',
  takesOff: { percent: 20 },
})

const courseIds = [course.id, other.id, priced.id]
await api.deps.db.execute(sql`update courses set managed_by = 'http'`)
await api.deps.db.execute(sql`
  insert into course_members (course_id, user_id, role, added_at)
  select id, ${administrator.id}, 'owner', now() from courses`)
const authored = `/api/v1/authoring/courses/${course.id}`
// Uses a course of its own, which only the repository writes.
const sourced = `/api/v1/authoring/courses/${(await api.given.course()).id}/source`
const { password } = administrator
const repository = { url: 'https://git.invalid/knots.git', takeOver: true, password }
await api.request(`PUT ${sourced}`, { token: administrator.token, body: repository })
const settings = '/api/v1/admin/settings'
api.deps.printer.drawCertificate = async () => Buffer.from('PNG')
const uploader = uploaderOf(api, administrator, { courseId: course.id })
await uploader.upload('knot.png', pixel)
await uploader.upload('other.png', givenPicture('other'))
await uploader.upload('third.png', givenPicture('third'))
const { body: openUpload } = await uploader.start('open.png', givenPicture('open'))
const { body: storedUpload } = await uploader.start('again.png', pixel)
await publishEvents(api.deps)
const newKey = { name: 'A program', scopes: ['users:read' as const] }
const { id: keyId } = await makeApiKey(api.deps, newKey, { ...administrator, role: 'admin' })
const keyAddress = `/api/v1/admin/api-keys/${keyId}`
const newWebhook = { url: 'https://hooks.example.org/lyceum', password }
const webhook = await api.as(administrator).admin.webhooks.create.mutate(newWebhook)
const webhookAddress = `/api/v1/admin/webhooks/${webhook.id}`
await api.deps.db.execute(sql`
  insert into webhook_deliveries (endpoint_id, event_id, type, number, status, due_at, created_at)
  select ${webhook.id}, id, type, number, 'delivered', at, at from events where number = 1`)
const [delivery] = (
  await api.as(administrator).admin.webhooks.deliveries.query({
    webhookId: webhook.id,
  })
).items
const bulk = { course: course.slug, rows: [{ email: 'pupil@example.com' }] }
const { id: bulkId } = await api.as(administrator).admin.bulkEnrollments.create.mutate(bulk)
const bulkAddress = `/api/v1/admin/bulk-enrollments/${bulkId}`
const jobId = await api.deps.jobs.enqueue(api.deps.db, 'tell-operators', {})
const jobAddress = `/api/v1/admin/jobs/${jobId}`
const mailAddress = `/api/v1/admin/mails/${bulkId}`
await api.deps.db.execute(sql`
  insert into mails (id, user_id, kind, status, payload, created_at)
  values (${bulkId}, ${learner.id}, 'sign-in-method-added', 'sent',
    '{"kind": "sign-in-method-added", "method": "Google"}', now())`)
// Creates two: one is suspended below and its sessions end; the other can be mailed a code.
const bystander = await api.given.learner()
const visitor = await api.given.learner()
const buyer = await api.given.learner()
const buy = (courseId: string, by = buyer) =>
  api.as(by).transactions.create.mutate({ courseIds: [courseId] })
const [bought, gift] = [await buy(priced.id), await buy(other.id)]
const unpaid = await buy(priced.id, visitor)
await api.request(`POST ${new URL(bought.checkoutUrl ?? '').pathname}/pay`)
const boughtAddress = `/api/v1/admin/transactions/${bought.id}`
const unverified = await api.given.learner({ verified: false })
const { cohorts } = api.as(administrator).admin
const { enroll } = api.as(administrator).learners
// Creates two that requests below end: the first certainly, the second never.
const [former, kept] = [await api.given.learner(), await api.given.learner()]
for (const { id } of [bystander, former, kept])
  await enroll.mutate({ user: id, courseId: course.id })
const enrollmentAddress = `/api/v1/admin/enrollments/${bystander.id}/${course.id}`
const inCourse = await api
  .as(administrator)
  .learners.act.mutate({ courseId: course.id, act: 'message', userIds: [kept.id], text: 'Hello' })
const invited = async (email: string) => {
  const { invitationId } = await enroll.mutate({ user: email, courseId: course.id })
  return `/api/v1/admin/invitations/${invitationId}`
}
const invitationAddress = await invited('invited@example.com')
const withdrawnAddress = await invited('withdrawn@example.com')
const cohort = async (name: string) =>
  `/api/v1/admin/cohorts/${(await cohorts.create.mutate({ name })).id}`
const cohortAddress = await cohort('Class of 2026')
const deletedCohortAddress = await cohort('Class of 2025')
const quizzed = await givenQuiz(api)
const tasks = [await givenAssignment(api), await givenAssignment(api), await givenAssignment(api)]
const [handedIn, toGrade, toReturn] = tasks
for (const { courseId } of [quizzed, ...tasks]) await enroll.mutate({ user: learner.id, courseId })
const quizOf = (rest: string) => `/api/v1/lessons/${quizzed.lessonId}${rest}`
const ownAttempt = await api.as(learner).attempts.start.mutate({ lessonId: quizzed.lessonId })
const attemptAddress = `/api/v1/attempts/${ownAttempt.id}`
const taskAddress = `/api/v1/lessons/${handedIn?.lessonId}`
const [finishable, cancelable] = [
  await sendFile(api, learner, { lessonId: handedIn?.lessonId ?? '', name: 'a.png' }),
  await sendFile(api, learner, { lessonId: handedIn?.lessonId ?? '', name: 'b.png' }),
]
const ownSubmission = (await handIn(api, learner, toGrade?.lessonId ?? '')).body.id
const submissionOf = async (task = toGrade) =>
  `/api/v1/authoring/courses/${task?.courseId}/submissions/${
    (await handIn(api, task?.learner ?? learner, task?.lessonId ?? '')).body.id
  }`
const [gradedAddress, returnedAddress] = [await submissionOf(), await submissionOf(toReturn)]
const kind = await api.as(learner).submissions.addComment.mutate({ text: 'Well tied' })
const quizCourse = `/api/v1/authoring/courses/${quizzed.courseId}`
const regrading = { toRevision: 1, policy: 'full-points' as const, dryRun: true }
const regraded = await api
  .as(administrator)
  .grades.regrade.mutate({ ...regrading, courseId: quizzed.courseId, key: 'which-holds' })
const ownCourse = `/api/v1/authoring/courses/${course.id}`
const archived = await api.as(administrator).certificates.archive.mutate({ courseId: course.id })
const reissuing = { courseId: course.id, reason: 'A new dean', dryRun: true }
const reissued = await api.as(administrator).certificates.adminReissueMany.mutate(reissuing)
const comment = await api
  .as(administrator)
  .drafts.comment.mutate({ courseId: course.id, text: 'Which rope?' })
const commentAddress = `${ownCourse}/draft/comments/${comment.id}`
const sold = await api.given.course()
const program = await givenProgram(api, { courses: [course] })
const excuseAddress = `${quizCourse}/learners/${learner.id}/lessons/lesson-1/excuse`
const accommodationAddress = (userId: string) => `${quizCourse}/accommodations/${userId}`
const granted = { courseId: quizzed.courseId, userId: learner.id, reason: 'A test' }
await api.as(administrator).grades.grant.mutate(granted)
const talked = await api.given.course()
await api.deps.db.execute(sql`
  update courses set lesson_questions = 'named' where id = ${talked.id}`)
for (const user of [learner, kept]) await enroll.mutate({ user: user.id, courseId: talked.id })
const threadsAddress = `/api/v1/lessons/${talked.lessons[1]?.id}/threads`
const asking = { token: learner.token, body: { text: 'Why?' } }
const { body: asked } = await api.request(`POST ${threadsAddress}`, asking)
const { posts } = await api.as(kept).threads.answer.mutate({ threadId: asked.id, text: 'So.' })
const threadAddress = `/api/v1/threads/${asked.id}`
const announced = async () => {
  const { announcements } = api.as(administrator)
  const news = { courseId: talked.id, text: 'Welcome', audience: 'all' as const }
  const { id } = await announcements.post.mutate(news)
  return `/api/v1/authoring/courses/${talked.id}/announcements/${id}`
}
const [editedAddress, deletedAddress] = [await announced(), await announced()]
const given = {
  schemas: components.schemas,
  known: {
    // Uses another email: frequent sign-ins end sessions, but not those of the learner.
    email: [visitor.email],
    password: [visitor.password],
    currentPassword: [learner.password],
    courseId: courseIds,
    courseIds,
    lessonId: course.lessons.map(({ id }) => id),
    idOrSlug: [course.slug, ...courseIds],
    userId: [bystander.id],
    webhookId: [webhook.id],
    eventId: [delivery?.eventId],
    provider: [school.name],
    couponCode: ['KNOTS-20'],
    returnUrl: [returnUrl],
    id: course.lessons.map(({ id }) => id),
    key: course.lessons.map(({ key }) => key),
    number: [1],
    from: [1],
    to: [1],
  },
}

/** Limits that each operation counted towards. */
const counted = new Map<string, Set<LimitName>>()
let inHand = ''
const { take, takeAll } = api.deps.limits
function note(name: LimitName): void {
  counted.set(inHand, (counted.get(inHand) ?? new Set()).add(name))
}
api.deps.limits.take = (name, who) => {
  note(name)
  return take(name, who)
}
api.deps.limits.takeAll = (budgets) => {
  for (const [name] of budgets) note(name)
  return takeAll(budgets)
}

/** Operations that hash a password, which takes its time. */
const slow = new Set([
  'admin.apiKeys.create',
  'admin.apiKeys.rotate',
  'auth.register',
  'auth.login',
  'authoring.create',
  'me.changePassword',
  'me.requestEmailChange',
  'me.erase',
  'me.startLink',
  'me.unlink',
  'admin.settings.updateAny',
  'me.startTotp',
  'me.startPasskey',
  'me.makeRecoveryCodes',
  'me.removeSecondFactor',
])

/**
 * Limits taken by the job that sends the mail, which nobody waits for here, or in the transaction
 * that has it sent.
 */
const takenLater: LimitName[] = [
  'codeMailsFromUnknownIps',
  'codeMailsFromUnknownIpsPerDay',
  'invitationMailsPerEmail',
  'mailsPerAccount',
  'mailsPerAccountAndDay',
  'newDeviceNoticesPerAccount',
  'newTransactionsPerAccountAndDay',
  'schoolMailsPerAccount',
  'attemptsPerAccount',
  'submissionsPerAccount',
  'postsPerAccount',
  'announcementMailsPerCourse',
  'announcementMailsPerLearner',
  'digestMailsPerAccount',
  'messageMailsPerLearner',
  'verificationMailsPerAccountAndDay',
]

/**
 * Limits that replace each other, depending on whether the IP address is known or on the page of a
 * list, and one only taken by requests with an Idempotency-Key.
 */
const takenInstead: LimitName[] = [
  'failedLoginsPerAccount',
  'failedLoginsFromKnownIps',
  'wrongProofCodesPerAccount',
  'exportPagesPerAccount',
  'idempotencyKeysPerAccount',
]

/**
 * Operations that never succeed by guessing: they need a code from a mail, or the result of
 * a different operation.
 */
const outOfReach = [
  'authoring.delete',
  // Its purchase lost no money.
  'admin.transactions.assignReversal',
  // Its repository is nowhere.
  'sources.preview',
  'flaws.get',
  'flaws.settle',
  'flaws.withdraw',
  'flaws.words',
  'notes.delete',
  'me.readNotification',
  'drafts.approve',
  'drafts.requestChanges',
  'drafts.publish',
  'drafts.requestReview',
  'moves.get',
  'auth.verifyEmail',
  'auth.acceptAccount',
  'auth.resetPassword',
  // Its cart holds nothing that the coupon is for.
  'cart.setCoupon',
  'certificates.issue',
  'me.renewCourse',
  'certificates.verify',
  'certificates.reissue',
  'certificates.offer',
  'certificates.adminRevoke',
  'certificates.adminReinstate',
  'certificates.adminReissue',
  'certificates.adminRender',
  'transactions.get',
  'transactions.receipt',
  'transactions.refund',
  'me.confirmEmailChange',
  'me.endSession',
  'admin.users.endSession',
  'auth.finishOAuth',
  'auth.exchangeOAuth',
  'me.startLink',
  'me.finishLink',
  'me.unlink',
  'admin.users.erase',
  'setup.claim',
  'me.erase',
  'auth.secondFactor',
  'me.confirmTotp',
  'me.confirmPasskey',
  'me.makeRecoveryCodes',
  'me.removeSecondFactor',
]

/** Open operations that take nothing that could be wrong. */
const alwaysAnswers = ['auth.providers', 'site.config']

/** Requests that are accepted, for operations of which too few are sent to rely on chance. */
const certain: Record<string, [request: GivenRequest, isSignedIn: boolean]> = {
  // Fits its filters, as few cursors go with those drawn beside them.
  'courses.list': [{ url: '/api/v1/courses?q=knots&price=free&limit=5' }, true],
  'programs.list': [{ url: '/api/v1/programs?q=program&limit=5' }, true],
  'programs.get': [{ url: `/api/v1/programs/${program.slug}` }, true],
  'learners.list': [{ url: `${ownCourse}/learners?limit=5` }, true],
  'learners.get': [{ url: `${ownCourse}/learners/${bystander.id}?limit=5` }, true],
  'learners.enroll': [{ url: `${ownCourse}/learners`, body: { user: bystander.id } }, true],
  'learners.end': [{ url: `${ownCourse}/learners/${former.id}` }, true],
  'learners.setSeats': [{ url: `${ownCourse}/seats`, body: {} }, true],
  'learners.report': [{ url: `${ownCourse}/report` }, true],
  'learners.periods': [{ url: `${ownCourse}/periods?per=day` }, true],
  'learners.stops': [{ url: `${ownCourse}/stops?limit=5` }, true],
  'auth.register': [
    {
      url: '/api/v1/auth/register',
      body: { email: 'new@example.com', password: learner.password },
    },
    false,
  ],
  'auth.login': [
    {
      url: '/api/v1/auth/login',
      body: { email: visitor.email, password: visitor.password },
    },
    false,
  ],
  'me.startTotp': [
    { url: '/api/v1/me/second-factors/totp', body: { password: learner.password } },
    true,
  ],
  'me.startPasskey': [
    { url: '/api/v1/me/second-factors/passkeys', body: { password: learner.password } },
    true,
  ],
  'consents.decide': [
    { url: `${ownCourse}/programs/${program.id}`, body: { allowed: true } },
    true,
  ],
  'me.teacher': [{ url: `/api/v1/me/teacher/${course.id}` }, true],
  'me.updateTeacher': [{ url: `/api/v1/me/teacher/${course.id}`, body: { shown: true } }, true],
  'transactions.setBilling': [
    { url: '/api/v1/transaction/billing', body: { company: 'Knots Ltd' } },
    true,
  ],
  'threads.list': [{ url: `${threadsAddress}?limit=5` }, true],
  'threads.ask': [{ url: threadsAddress, body: { text: 'And why?' } }, true],
  'threads.get': [{ url: threadAddress }, true],
  'threads.answer': [{ url: `${threadAddress}/answers`, body: { text: 'Because.' } }, true],
  'threads.accept': [
    { url: `${threadAddress}/accepted`, body: { answerId: posts[0]?.id ?? null } },
    true,
  ],
  'threads.report': [
    { url: `${threadAddress}/posts/${posts[0]?.id}/report`, body: { reason: 'rude' } },
    true,
  ],
  'threads.decide': [
    {
      url: `/api/v1/authoring/courses/${talked.id}/threads/posts/${asked.id}`,
      body: { hidden: false, reason: 'All is well' },
    },
    true,
  ],
  'announcements.edit': [{ url: editedAddress, body: { text: 'Welcome, all' } }, true],
  'announcements.delete': [{ url: deletedAddress }, true],
  'certificates.archive': [{ url: `${ownCourse}/certificate-archives`, body: {} }, true],
  'certificates.archived': [{ url: `${ownCourse}/certificate-archives/${archived.id}` }, true],
  'certificates.adminReissueMany': [
    { url: '/api/v1/admin/certificates/reissues', body: reissuing },
    true,
  ],
  'certificates.adminReissued': [
    { url: `/api/v1/admin/certificates/reissues/${reissued.id}` },
    true,
  ],
  'certificates.list': [{ url: `/api/v1/users/${learner.id}/certificates` }, true],
  'certificates.adminList': [{ url: '/api/v1/admin/certificates?q=lovelace&limit=5' }, true],
  // Fits, as days are seldom guessed, nor are cursors.
  'admin.users.list': [{ url: '/api/v1/admin/users?q=lovelace&sort=oldest&limit=5' }, true],
  'admin.users.resendVerification': [
    { url: `/api/v1/admin/users/${unverified.id}/verification-mail` },
    true,
  ],
  'progress.get': [{ url: `/api/v1/progress/${course.id}?missing=true` }, true],
  'attempts.start': [{ url: quizOf('/attempts') }, true],
  'attempts.list': [{ url: quizOf('/attempts?limit=5') }, true],
  'attempts.get': [{ url: attemptAddress }, true],
  'attempts.save': [
    { url: attemptAddress, body: { answers: [{ position: 0, answer: null }] } },
    true,
  ],
  'attempts.submit': [{ url: `${attemptAddress}/submit` }, true],
  'flaws.report': [{ url: quizOf('/flaws'), body: { kind: 'typo' } }, true],
  'notes.save': [
    { url: `/api/v1/me/notes/${ownAttempt.id}`, body: { lessonId: quizzed.lessonId } },
    true,
  ],
  'submissions.create': [{ url: `${taskAddress}/submissions`, body: { text: 'A knot' } }, true],
  'submissions.get': [{ url: `/api/v1/submissions/${ownSubmission}` }, true],
  'submissions.startUpload': [
    { url: `${taskAddress}/uploads`, body: { name: 'c.png', bytes: 9, sha256: 'a'.repeat(64) } },
    true,
  ],
  'submissions.getUpload': [{ url: `${taskAddress}/uploads/${finishable}` }, true],
  'submissions.finishUpload': [{ url: `${taskAddress}/uploads/${finishable}/finish` }, true],
  'submissions.cancelUpload': [{ url: `${taskAddress}/uploads/${cancelable}` }, true],
  'submissions.list': [{ url: `${quizCourse}/submissions?status=graded&limit=5` }, true],
  'submissions.getToGrade': [{ url: gradedAddress }, true],
  'submissions.claim': [{ url: `${gradedAddress}/claim` }, true],
  'submissions.grade': [{ url: `${gradedAddress}/grade`, body: { points: 7 } }, true],
  'submissions.queue': [{ url: '/api/v1/me/grading?limit=5' }, true],
  'submissions.comments': [{ url: '/api/v1/me/grading/comments' }, true],
  'submissions.addComment': [{ url: '/api/v1/me/grading/comments', body: { text: 'Why?' } }, true],
  'submissions.removeComment': [{ url: `/api/v1/me/grading/comments/${kind.id}` }, true],
  'submissions.return': [{ url: `${returnedAddress}/return`, body: { comment: 'Again' } }, true],
  'grades.excuse': [{ url: excuseAddress, body: { excused: true, reason: 'Was ill' } }, true],
  'grades.own': [{ url: `/api/v1/courses/${quizzed.courseId}/grades?limit=5` }, true],
  'grades.gradebook': [{ url: `${quizCourse}/gradebook?limit=5` }, true],
  'grades.regrade': [{ url: `${quizCourse}/questions/which-holds/regrade`, body: regrading }, true],
  'grades.getRegrade': [{ url: `${quizCourse}/regrades/${regraded.id}` }, true],
  'grades.regraded': [{ url: `${quizCourse}/regrades/${regraded.id}/learners` }, true],
  'grades.accommodations': [{ url: `${quizCourse}/accommodations?limit=5` }, true],
  'grades.grant': [
    { url: accommodationAddress(quizzed.learner.id), body: { reason: 'A broken arm' } },
    true,
  ],
  'grades.giveTime': [
    { url: `${quizCourse}/attempts/time`, body: { minutes: 5, reason: 'A fire alarm' } },
    true,
  ],
  'grades.revoke': [{ url: accommodationAddress(learner.id) }, true],
  'questions.statistics': [{ url: `${quizCourse}/lessons/lesson-1/questions?limit=5` }, true],
  'drafts.previewAttempt': [
    { url: `${quizCourse}/draft/preview/lessons/lesson-1/attempt`, body: {} },
    true,
  ],
  'admin.bulkEnrollments.create': [{ url: '/api/v1/admin/bulk-enrollments', body: bulk }, true],
  'admin.bulkEnrollments.act': [
    {
      url: '/api/v1/admin/bulk-enrollments/acts',
      body: { act: 'message', enrollments: [{ userId: kept.id, courseId: course.id }], text: 'Hi' },
    },
    true,
  ],
  'learners.act': [
    { url: `${ownCourse}/acts`, body: { act: 'message', userIds: [kept.id], text: 'Hi' } },
    true,
  ],
  'learners.acted': [{ url: `${ownCourse}/acts/${inCourse.id}` }, true],
  'admin.bulkEnrollments.get': [{ url: bulkAddress }, true],
  'admin.bulkEnrollments.rows': [{ url: `${bulkAddress}/rows` }, true],
  'admin.enrollments.list': [{ url: '/api/v1/admin/enrollments?completed=false' }, true],
  'admin.invitations.create': [
    { url: '/api/v1/admin/invitations', body: { email: 'sure@example.com' } },
    true,
  ],
  'admin.users.create': [
    { url: '/api/v1/admin/users', body: { email: 'surely@example.com', name: 'Sure Surely' } },
    true,
  ],
  'admin.invitations.list': [{ url: '/api/v1/admin/invitations?email=a@example.com' }, true],
  'admin.enrollments.get': [{ url: enrollmentAddress }, true],
  'admin.enrollments.setEnd': [
    { url: enrollmentAddress.replace(bystander.id, kept.id), body: { endsAt: null } },
    true,
  ],
  'admin.invitations.withdraw': [{ url: withdrawnAddress }, true],
  'admin.invitations.resend': [{ url: `${invitationAddress}/resend` }, true],
  'admin.settings.update': [{ url: settings, body: { schoolName: 'Knot School' } }, true],
  'admin.settings.updateAny': [
    { url: `${settings}/any`, body: { publicOperations: [], password: administrator.password } },
    true,
  ],
  'admin.settings.previewCertificate': [{ url: `${settings}/certificate-preview`, body: {} }, true],
  'admin.settings.testMail': [{ url: `${settings}/test-mail`, body: { language: 'en' } }, true],
  'admin.cohorts.get': [{ url: cohortAddress }, true],
  'admin.cohorts.create': [{ url: '/api/v1/admin/cohorts', body: { name: 'Class 3' } }, true],
  'admin.cohorts.update': [{ url: cohortAddress, body: { name: 'Class of 2027' } }, true],
  'admin.cohorts.delete': [{ url: deletedCohortAddress }, true],
  'admin.cohorts.members': [{ url: `${cohortAddress}/members` }, true],
  'admin.cohorts.addMember': [{ url: `${cohortAddress}/members`, body: { user: buyer.id } }, true],
  'admin.cohorts.removeMember': [{ url: `${cohortAddress}/members/${buyer.id}` }, true],
  'admin.cohorts.addCourse': [
    { url: `${cohortAddress}/courses`, body: { course: other.slug } },
    true,
  ],
  'admin.cohorts.removeCourse': [{ url: `${cohortAddress}/courses/${other.id}` }, true],
  'admin.reports.courses': [{ url: '/api/v1/admin/reports/courses?limit=5' }, true],
  'admin.reports.cohort': [{ url: cohortAddress.replace('/admin/', '/admin/reports/') }, true],
  'events.list': [{ url: '/api/v1/events?limit=5' }, true],
  'admin.sales.report': [{ url: '/api/v1/admin/sales?to=2026-11-30' }, true],
  'admin.sales.courses': [{ url: '/api/v1/admin/sales/courses?limit=5' }, true],
  'admin.sales.periods': [{ url: '/api/v1/admin/sales/periods?per=day&limit=5' }, true],
  'admin.transactions.list': [{ url: '/api/v1/admin/transactions?currency=USD' }, true],
  'admin.transactions.get': [{ url: boughtAddress }, true],
  'admin.transactions.receipt': [{ url: `${boughtAddress}/receipt` }, true],
  'admin.transactions.markPaid': [
    { url: `/api/v1/admin/transactions/${unpaid.id}/mark-paid`, body: { reason: 'By hand' } },
    true,
  ],
  'admin.transactions.undo': [{ url: `/api/v1/admin/transactions/${gift.id}/undo` }, true],
  'admin.coupons.get': [{ url: '/api/v1/admin/coupons/KNOTS-20' }, true],
  'admin.coupons.create': [
    { url: '/api/v1/admin/coupons', body: { code: 'BENDS-5', takesOff: { percent: 5 } } },
    true,
  ],
  'admin.coupons.disable': [{ url: '/api/v1/admin/coupons/BENDS-5/disable' }, true],
  'admin.audit.list': [{ url: '/api/v1/admin/audit?event=login-failed&ip=192.0.2.7' }, true],
  'admin.jobs.get': [{ url: jobAddress }, true],
  'admin.jobs.retry': [{ url: `${jobAddress}/retry` }, true],
  'admin.mails.list': [{ url: '/api/v1/admin/mails?status=sent' }, true],
  'admin.mails.get': [{ url: mailAddress }, true],
  'admin.mails.resend': [{ url: `${mailAddress}/resend` }, true],
  'admin.apiKeys.get': [{ url: keyAddress }, true],
  'admin.apiKeys.create': [
    { url: '/api/v1/admin/api-keys', body: { ...newKey, password: administrator.password } },
    true,
  ],
  'admin.apiKeys.rotate': [
    { url: `${keyAddress}/rotate`, body: { password: administrator.password } },
    true,
  ],
  'admin.apiKeys.revoke': [{ url: keyAddress }, true],
  'admin.webhooks.create': [{ url: '/api/v1/admin/webhooks', body: newWebhook }, true],
  'admin.webhooks.get': [{ url: webhookAddress }, true],
  'admin.webhooks.update': [{ url: webhookAddress, body: { description: 'New', password } }, true],
  'admin.webhooks.delete': [{ url: webhookAddress }, true],
  'admin.webhooks.rotateSecret': [
    { url: `${webhookAddress}/rotate-secret`, body: { password } },
    true,
  ],
  'admin.webhooks.test': [{ url: `${webhookAddress}/test` }, true],
  'admin.webhooks.deliveries': [{ url: `${webhookAddress}/deliveries` }, true],
  'admin.webhooks.redeliver': [
    { url: `${webhookAddress}/deliveries/${delivery?.eventId}/redeliver` },
    true,
  ],
  'admin.webhooks.replay': [{ url: `${webhookAddress}/replay`, body: { fromNumber: 1 } }, true],
  'authoring.create': [
    {
      url: '/api/v1/authoring/courses',
      body: { ...newCourse({ ownerEmail: administrator.email }), password },
    },
    true,
  ],
  'authoring.duplicate': [
    { url: `${authored}/duplicate`, body: { slug: 'a-copy', title: 'A copy' } },
    true,
  ],
  'authoring.update': [{ url: authored, body: { learnersMayMove: true } }, true],
  'members.add': [
    { url: `${authored}/members`, body: { email: learner.email, role: 'reviewer', password } },
    true,
  ],
  'members.remove': [{ url: `${authored}/members/${learner.id}` }, true],
  'uploads.start': [
    {
      url: `${authored}/uploads`,
      body: { name: 'new.png', bytes: pixel.length, sha256: sha256Of(pixel) },
    },
    true,
  ],
  'uploads.get': [{ url: `${authored}/uploads/${openUpload.id}` }, true],
  'uploads.finish': [{ url: `${authored}/uploads/${storedUpload.id}/finish` }, true],
  'uploads.cancel': [{ url: `${authored}/uploads/${openUpload.id}` }, true],
  'files.rename': [
    { url: `${authored}/files`, body: { path: 'third.png', newPath: 'fourth.png' } },
    true,
  ],
  'files.remove': [{ url: `${authored}/files`, body: { path: 'other.png' } }, true],
  'sources.get': [{ url: sourced }, true],
  'sources.set': [{ url: sourced, body: repository }, true],
  'sources.sync': [{ url: `${sourced}/sync` }, true],
  'sources.remove': [{ url: sourced }, true],
  'moves.create': [
    { url: `${authored}/moves`, body: { to: 1, policy: 'all', dryRun: true } },
    true,
  ],
  'drafts.replaceOutline': [
    {
      url: `${authored}/draft`,
      body: { sections: [{ title: 'All', lessons: course.lessons.map(({ key }) => key) }] },
    },
    true,
  ],
  'drafts.createLesson': [
    { url: `${authored}/draft/lessons`, body: { key: 'a-new-lesson', title: 'New' } },
    true,
  ],
  'drafts.updateLesson': [
    { url: `${authored}/draft/lessons/a-new-lesson`, body: { title: 'Newer' } },
    true,
  ],
  'drafts.duplicateLesson': [
    {
      url: `${authored}/draft/lessons/a-new-lesson/duplicate`,
      body: { newKey: 'its-copy', title: 'Its copy' },
    },
    true,
  ],
  'drafts.readQuestions': [
    { url: `${authored}/draft/read-questions`, body: { lessonKey: 'a-new-lesson', text: 'Why?' } },
    true,
  ],
  'drafts.problems': [{ url: `${authored}/draft/problems` }, true],
  'drafts.comment': [{ url: `${authored}/draft/comments`, body: { text: 'Why?' } }, true],
  'drafts.updateComment': [{ url: commentAddress, body: { resolved: true } }, true],
  'me.agenda': [{ url: '/api/v1/me/agenda?from=2026-11-16&to=2026-11-22' }, true],
  'drafts.discard': [{ url: `${authored}/draft/discard` }, true],
  'versions.diff': [{ url: `${authored}/versions/1/diff/1` }, true],
  'versions.restore': [
    { url: `${authored}/versions/1/restore`, body: { replaceDraft: true } },
    true,
  ],
  'transactions.create': [
    // Buys a course that nothing before has closed.
    { url: '/api/v1/transaction', body: { courseIds: [sold.id], returnUrl } },
    true,
  ],
}

describe('whatever is sent, the answer is a documented one, and never an internal error', () => {
  const addresses = routesOf(operationsOf(appRouter)).filter(({ isAlias }) => !isAlias)
  const named = addresses.map((address) => [`${address.method} ${address.path}`, address] as const)
  test.each(named)('%s', async (_, { method, path, operation }) => {
    const described = paths[path]?.[method.toLowerCase() as 'get']
    if (described === undefined) throw new Error('It is not described.')
    inHand = operation.name
    const statuses = new Set<number>()

    const property = fc.asyncProperty(
      fc.oneof(
        fc.tuple(requestsOf(method, path, described), fc.boolean()),
        fc.tuple(validRequestsOf(path, described), fc.constant(true)),
      ),
      async ([{ url, ...body }, isSignedIn]) => {
        const token = isSignedIn ? await tokenFor(operation.name) : undefined
        const tag = needsRevision(operation) ? await currentTag(url) : {}
        // Compares each answer with the document, as the harness does.
        const { status } = await api.request(`${method} ${url}`, {
          ...body,
          headers: { ...body.headers, ...tag },
          ...(token !== undefined && { token }),
        })
        statuses.add(status)
        expect(status).toBeLessThan(500)
      },
    )
    const first = certain[operation.name]
    await fc.assert(property, {
      // Fixes the seed, because few cases of another might miss the assertions below.
      seed: 1,
      ...propertyRuns(slow.has(operation.name) ? 15 : 40),
      examples: first === undefined ? [] : [[first]],
    })

    // Checks that the inputs are useful: some are accepted, some refused.
    if (!outOfReach.includes(operation.name)) expect(Math.min(...statuses)).toBeLessThan(300)
    if (!alwaysAnswers.includes(operation.name))
      expect(Math.max(...statuses)).toBeGreaterThanOrEqual(400)
    const declared = operation.rest.limits.filter((name) => !takenLater.includes(name))
    const taken = [...(counted.get(operation.name) ?? [])].filter(
      (name) => !takenLater.includes(name),
    )
    expect(declared).toEqual(expect.arrayContaining(taken))
    const sure = declared.filter((name) => !takenInstead.includes(name))
    if (!outOfReach.includes(operation.name)) expect(taken).toEqual(expect.arrayContaining(sure))
  })
})

/** Operations that would end the learner's session for all that follow. */
const farewells = ['auth.logout', 'auth.logoutEverywhere', 'me.changePassword', 'me.erase']

async function tokenFor(operation: string): Promise<string> {
  if (/^(admin|certificates\.admin|events)/.test(operation) || isOfAuthors(operation))
    return administrator.token
  const { token } = farewells.includes(operation) ? await api.given.learner() : learner
  return token
}

/** Operations that ask by themselves whether somebody works on a course. */
const ofMembers = /^(authoring|members)\.|^me\.(teacher|updateTeacher)$/

function isOfAuthors(operation: string): boolean {
  const { access } = operationsOf(appRouter).find(({ name }) => name === operation) ?? {}
  return access === 'member' || access === 'admin' || ofMembers.test(operation)
}

/** Returns the tag to change the content of the address, or the draft that it belongs to. */
async function currentTag(url: string): Promise<Record<string, string>> {
  const [course] = /^\/api\/v1\/authoring\/courses\/[^/?]+/.exec(url) ?? []
  const { token } = administrator
  for (const address of [url, `${course}/draft`, settings]) {
    const { headers } = await api.request(`GET ${address}`, { token })
    if (typeof headers.etag === 'string' && /^"r/.test(headers.etag))
      return { 'if-match': headers.etag }
  }
  return {}
}

interface GivenRequest {
  url: string
  body?: unknown
  headers?: Record<string, string>
}

function requestsOf(
  method: string,
  path: string,
  { parameters, requestBody }: OperationObject,
): fc.Arbitrary<GivenRequest> {
  const schema = requestBody?.content['application/json']?.schema
  const valid = schema === undefined ? fc.constant({}) : validValues(schema, given)
  const json = { 'content-type': 'application/json' }
  const bodies: fc.Arbitrary<Omit<GivenRequest, 'url'>> = fc.oneof(
    { weight: 3, arbitrary: valid.map((body) => ({ body })) },
    { weight: 4, arbitrary: mutated(valid).map((body) => ({ body })) },
    { weight: 2, arbitrary: oddBodies.map((body) => ({ body, headers: json })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { body: 'x', headers: { 'content-type': 'text/plain' } },
        { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
      ),
    },
  )
  return fc
    .tuple(urlsOf(path, parameters), method === 'GET' ? fc.constant({}) : bodies)
    .map(([url, body]) => ({ url, ...body }))
}

/** Draws requests as the document describes them; the data decides whether they are accepted. */
function validRequestsOf(
  path: string,
  { parameters, requestBody }: OperationObject,
): fc.Arbitrary<GivenRequest> {
  const schema = requestBody?.content['application/json']?.schema
  const url = urlsOf(path, parameters, { odd: 0 })
  return schema === undefined
    ? fc.record({ url })
    : fc.record({ url, body: validValues(schema, given) })
}

function urlsOf(
  path: string,
  parameters: Parameter[],
  { odd }: { odd: number } = { odd: 1 },
): fc.Arbitrary<string> {
  const values = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => {
      const valid = validValues(
        {
          ...parameter.schema,
          ...(parameter.example !== undefined && { examples: [parameter.example] }),
        },
        given,
        parameter.name,
      )
      const value = fc
        .oneof(
          { weight: 3, arbitrary: valid },
          {
            weight: odd,
            arbitrary: oddValues.map(textOf).filter((text) => text !== '' && text.length < 1500),
          },
        )
        .map(encode)
      return fc.record({
        parameter: fc.constant(parameter),
        value: parameter.in === 'path' ? value : fc.option(value, { nil: undefined }),
      })
    })
  return fc.tuple(...values).map((chosen) => {
    const inPath = chosen.reduce(
      (url, { parameter: { name }, value }) => url.replace(`{${name}}`, () => value ?? ''),
      path,
    )
    const query = chosen.filter(
      ({ parameter, value }) => parameter.in === 'query' && value !== undefined,
    )
    return query.length === 0
      ? inPath
      : `${inPath}?${query.map(({ parameter: { name }, value }) => `${name}=${value}`).join('&')}`
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Encodes a value, without half surrogate pairs, which no address can hold. */
function encode(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed())
}
