import { expect, test } from 'vitest'
import { createPdfPrinter } from '../../../adapters/pdf-printer/pdf-printer.ts'
import { givenOptions } from '../../../adapters/pdf-printer/test-support.ts'
import { startApi } from '../../../test/api.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { completeCourse, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { frontend, newPerson, signIn } from '../../people/identities/test-support.ts'

/** Returns a printer that prints nothing, but knows the real fonts. */
function printer() {
  const { findUncoveredIn } = createPdfPrinter(givenOptions())
  return { ...switchablePrinter({ available: true }), findUncoveredIn }
}

const fault = {
  path: 'name',
  message: 'Certificates cannot be printed with U+13000 (Egyptian_Hieroglyphs).',
}

test('a name that no font can print keeps nobody from an account, who is asked for another one for certificates', async () => {
  await using api = await startApi({ printer: printer() })
  const registered = await api.request('POST /api/v1/auth/register', {
    body: { email: 'nobody@example.org', password: 'a long enough secret', name: '\u{13000}' },
  })
  const { learner, course } = await givenGraduate(api)
  const update = (body: object) => api.request('PATCH /api/v1/me', { token: learner.token, body })

  const changed = await update({ name: 'Ada \u{13000}' })
  const refused = await update({ certificateName: 'Ada \u{13000}' })
  const named = await update({ certificateName: 'အောင်ဆန်းမြင့်' })
  const { items } = await api.as(learner).certificates.list.query({ userId: learner.id })
  const replaced = await api.request(
    `POST /api/v1/certificates/${items[0]?.verificationCode}/reissue`,
    { token: learner.token },
  )

  expect(registered.status).toBe(201)
  expect(changed.body).toMatchObject({ name: 'Ada \u{13000}', nameFault: fault.message })
  expect([refused.status, refused.body.issues]).toEqual([
    400,
    [{ ...fault, path: 'certificateName' }],
  ])
  expect(named.body).toMatchObject({ name: 'Ada \u{13000}', nameFault: null })
  expect(items.map(({ courseId, learnerName }) => [courseId, learnerName])).toEqual([
    [course.id, learner.name],
  ])
  expect(replaced.body.learnerName).toBe('အောင်ဆန်းမြင့်')
})

test('a name from a sign-in provider that no font can print is replaced with a guess', async () => {
  await using school = await startIdentityProvider({ redirectUris: [frontend] })
  await using api = await startApi({
    printer: printer(),
    config: { oauthProviders: [school.config], oauthReturnUrls: [frontend] },
  })
  const person = newPerson({ email: 'ada.lovelace@example.com', name: 'Ada \u{13000}' })

  expect((await signIn(api, school, person)).body.user).toMatchObject({
    name: 'Ada Lovelace',
    nameIsGuess: true,
  })
})

test('nothing is issued to a name from before that no font can print, until it is changed', async () => {
  const logLines: string[] = []
  await using api = await startApi({ printer: printer(), logLines })
  const { learner, course } = await givenGraduate(api, { learner: { name: 'Ada \u{13000}' } })
  const claim = () =>
    api.request(`POST /api/v1/courses/${course.id}/certificate`, { token: learner.token })

  const refused = await claim()
  const listed = await api.as(learner).certificates.list.query({ userId: learner.id })
  await api.as(learner).me.update.mutate({ name: 'Ada Lovelace' })
  const issued = await claim()

  expect([refused.status, refused.body.error, refused.body.issues]).toEqual([
    409,
    'NameNotPrintable',
    [fault],
  ])
  expect(listed.items).toEqual([])
  expect(logLines.some((line) => line.includes('U+13000') && line.includes(learner.id))).toBe(true)
  expect([issued.status, issued.body.learnerName]).toEqual([201, 'Ada Lovelace'])
})

test('what waited for a name that can be printed is issued or renewed once one is set, whoever sets it', async () => {
  await using api = await startApi({ printer: printer() })
  const { users } = api.as(await api.given.admin()).admin
  const name = 'Ada Lovelace'
  for (const door of ['profile', 'certificate name', 'desk'] as const) {
    const { learner, course } = await givenGraduate(api, { course: { validFor: 2 } })
    const { me, certificates } = api.as(learner)
    await me.renewCourse.mutate({ courseId: course.id })
    await me.update.mutate({ name: 'Ada \u{13000}' })
    await completeCourse(api, { learner, course })
    const other = await api.given.course()
    await api.given.enrollment(learner, other)
    await completeCourse(api, { learner, course: other })

    if (door === 'desk') await users.rename.mutate({ userId: learner.id, name })
    else await me.update.mutate(door === 'profile' ? { name } : { certificateName: name })

    const { items } = await certificates.list.query({ userId: learner.id })
    const said = items.map(({ courseId, learnerName, status }) => [courseId, learnerName, status])
    expect([door, ...said.toSorted()]).toEqual([
      door,
      ...[
        [course.id, name, 'issued'],
        [course.id, learner.name, 'superseded'],
        [other.id, name, 'issued'],
      ].toSorted(),
    ])
  }
  expect((await checkData(api.deps)).filter(({ state }) => state !== 'ok')).toEqual([])
})
