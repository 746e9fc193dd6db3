import { expect, test } from 'vitest'
import { outcomeOf } from '../features/people/auth/test-support.ts'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import { forAllTests, startApi } from './api.ts'
import { givenTeam } from './authoring.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const team = await givenTeam(api)

const id = '019a9c44-3c1f-7a60-8d25-4e7b9f0a1c0a'
const { courseId } = team

/** Makes a credential, a receiver or a role: takes a proof. With what it is asked for here. */
const makesWhatLasts: Record<string, { route: string; body: object }> = {
  'authoring.create': {
    route: 'POST /api/v1/authoring/courses',
    body: {
      ...{ slug: 'for-somebody', title: 'Knots', summary: 'Tie.', language: 'en' },
      price: { amount: 0, currency: 'EUR' },
      ownerEmail: team.reviewer.email,
    },
  },
  'admin.apiKeys.create': {
    route: 'POST /api/v1/admin/api-keys',
    body: { name: 'A program', scopes: ['catalogue:read'] },
  },
  'admin.apiKeys.rotate': { route: `POST /api/v1/admin/api-keys/${id}/rotate`, body: {} },
  'admin.users.setRole': {
    route: `PUT /api/v1/admin/users/${team.reviewer.id}/role`,
    body: { role: 'admin' },
  },
  'admin.users.changeEmail': {
    route: `PUT /api/v1/admin/users/${team.reviewer.id}/email`,
    body: { newEmail: 'somebody@example.com' },
  },
  'admin.users.erase': {
    route: `POST /api/v1/admin/users/${team.reviewer.id}/erasure`,
    body: { email: team.reviewer.email },
  },
  'admin.users.verify': {
    route: `POST /api/v1/admin/users/${team.reviewer.id}/verification`,
    body: {},
  },
  'admin.users.removeSecondFactors': {
    route: `POST /api/v1/admin/users/${team.reviewer.id}/second-factors/remove`,
    body: {},
  },
  'admin.settings.updateAny': {
    route: 'PATCH /api/v1/admin/settings/any',
    body: { teachersSeeEmails: true },
  },
  'admin.webhooks.create': {
    route: 'POST /api/v1/admin/webhooks',
    body: { url: 'https://hooks.example.org' },
  },
  'admin.webhooks.rotateSecret': {
    route: `POST /api/v1/admin/webhooks/${id}/rotate-secret`,
    body: {},
  },
  'admin.webhooks.update': {
    route: `PATCH /api/v1/admin/webhooks/${id}`,
    body: { url: 'https://hooks.example.org' },
  },
  'me.makeCalendarKey': { route: 'POST /api/v1/me/calendar-key', body: {} },
  'me.startLink': {
    route: 'POST /api/v1/me/oauth/google/start',
    body: { returnUrl: 'http://lyceum.test/back' },
  },
  'me.unlink': { route: `POST /api/v1/me/identities/${id}/unlink`, body: {} },
  'me.startTotp': { route: 'POST /api/v1/me/second-factors/totp/start', body: {} },
  'me.startPasskey': { route: 'POST /api/v1/me/second-factors/passkeys/start', body: {} },
  'me.makeRecoveryCodes': { route: 'POST /api/v1/me/second-factors/recovery-codes', body: {} },
  'me.removeSecondFactor': { route: `POST /api/v1/me/second-factors/${id}/remove`, body: {} },
  'members.add': {
    route: `POST /api/v1/authoring/courses/${courseId}/members`,
    body: { email: team.reviewer.email, role: 'owner' },
  },
  'sources.set': {
    route: `PUT /api/v1/authoring/courses/${courseId}/source`,
    body: { url: 'https://git.example.org/course.git', takeOver: true },
  },
}

/** The same, where something stronger than a session stands in a field of its own. */
const provesOtherwise = [
  // The current password.
  'me.changePassword me.requestEmailChange me.erase',
  // A code from each mailbox; what was started with a proof.
  'me.confirmEmailChange me.finishLink me.confirmTotp me.confirmPasskey',
  // Sign-ins and resets: no session is there yet.
  'auth.register auth.login auth.verifyEmail auth.resetPassword auth.startOAuth auth.finishOAuth',
  'auth.exchangeOAuth auth.secondFactor auth.acceptAccount',
  // The link that the server prints.
  'setup.claim',
].flatMap((names) => names.split(' '))

/** Makes nothing of the kind: what it does ends with the session, or gives no access to anybody. */
const makesNothing = [
  'admin.bulkEnrollments.act learners.act',
  'admin.apiKeys.revoke admin.bulkEnrollments.create admin.bulkEnrollments.dryRun',
  'admin.cohorts.create admin.cohorts.update',
  'admin.cohorts.delete admin.cohorts.addMember admin.cohorts.removeMember',
  'admin.cohorts.addCourse admin.cohorts.removeCourse admin.coupons.create admin.coupons.disable',
  'admin.enrollments.setEnd admin.enrollments.resetProgress',
  'admin.invitations.create admin.invitations.withdraw admin.invitations.resend',
  'admin.jobs.retry admin.mails.resend',
  'admin.settings.update admin.settings.previewCertificate admin.settings.testMail',
  'admin.transactions.undo admin.transactions.markPaid admin.transactions.assignReversal',
  'admin.users.create admin.users.rename',
  'admin.users.suspend admin.users.reinstate admin.users.endSessions admin.users.endSession',
  'admin.users.mailPasswordLink',
  'admin.users.resendVerification admin.webhooks.redeliver admin.webhooks.replay',
  'admin.webhooks.test admin.webhooks.delete auth.resendVerification auth.forgotPassword',
  'auth.logout auth.logoutEverywhere me.update me.endSession me.requestErasureCode',
  'me.requestSignInCode me.leaveCourse me.renewCourse me.returnToCourse me.revokeCalendarKey me.readNotification',
  'me.takeNewerVersion progress.update progress.batch attempts.start attempts.save',
  'attempts.submit submissions.create submissions.startUpload submissions.finishUpload',
  'submissions.cancelUpload submissions.claim submissions.grade submissions.return grades.regrade',
  'submissions.addComment submissions.removeComment grades.excuse',
  'grades.grant grades.revoke grades.giveTime learners.enroll learners.end learners.setSeats',
  'learners.removeSeats learners.markLesson learners.extend learners.revokeExtension moves.create cart.add cart.remove',
  'cart.setCoupon cart.removeCoupon transactions.setBilling',
  'coupons.quote transactions.create transactions.refund certificates.issue certificates.reissue',
  'certificates.offer',
  'certificates.adminRevoke certificates.adminReinstate certificates.adminReissue',
  'certificates.adminReissueMany certificates.archive',
  'certificates.adminRender authoring.update authoring.delete authoring.duplicate',
  'drafts.replaceOutline drafts.createLesson drafts.updateLesson drafts.deleteLesson',
  'drafts.duplicateLesson drafts.readQuestions',
  'drafts.discard drafts.requestReview drafts.approve drafts.previewAttempt drafts.publish',
  'drafts.comment drafts.updateComment drafts.requestChanges',
  'authoring.certificatePreview',
  'threads.ask threads.answer threads.accept threads.report threads.decide',
  'me.updateTeacher flaws.report flaws.withdraw flaws.settle notes.save notes.delete',
  'files.remove files.rename uploads.start uploads.finish uploads.cancel announcements.post',
  'announcements.edit announcements.delete consents.decide',
  'members.remove versions.restore sources.sync sources.preview sources.remove',
].flatMap((names) => names.split(' '))

const mutations = operationsOf(appRouter).filter(({ type }) => type === 'mutation')

test('every mutation is known to make what outlives a session, or not to', () => {
  const listed = [...Object.keys(makesWhatLasts), ...provesOtherwise, ...makesNothing]
  expect(listed.toSorted()).toEqual(mutations.map(({ name }) => name).toSorted())
  const proven = mutations.filter(({ rest }) => rest.proof).map(({ name }) => name)
  expect(proven.toSorted()).toEqual(Object.keys(makesWhatLasts).toSorted())
})

test.each(Object.entries(makesWhatLasts))(
  '%s does nothing for a session alone, or a wrong password',
  async (name, { route, body }) => {
    const { token } = admin
    const isRevisioned = /^admin\.(webhooks\.update|settings\.)/.test(name)
    const headers = isRevisioned ? { 'if-match': '"r1"' } : {}
    const alone = await api.request(route, { token, body, headers })
    expect([alone.status, alone.body.issues?.[0]?.path]).toEqual([400, 'password'])

    const wrong = { ...body, password: 'not the password' }
    expect(outcomeOf(await api.request(route, { token, body: wrong, headers }))).toBe(
      name === 'me.startLink' ? '404 ProviderNotFound' : '403 WrongPassword',
    )
  },
)
