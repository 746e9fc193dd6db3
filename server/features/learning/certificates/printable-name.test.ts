import { expect, test } from 'vitest'
import { createPdfPrinter } from '../../../adapters/pdf-printer/pdf-printer.ts'
import { givenOptions } from '../../../adapters/pdf-printer/test-support.ts'
import { startApi } from '../../../test/api.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { frontend, newPerson, signIn } from '../../people/identities/test-support.ts'

/** Prints nothing, but knows the real fonts. */
function printer() {
  const { findUncoveredIn } = createPdfPrinter(givenOptions())
  return { ...switchablePrinter({ available: true }), findUncoveredIn }
}

const fault = {
  path: 'name',
  message: 'Certificates cannot be printed with U+13000 (Egyptian_Hieroglyphs).',
}

test('a name that no font can print is refused when it is set, with the characters at fault', async () => {
  await using api = await startApi({ printer: printer() })
  const learner = await api.given.learner()

  const changed = await api.request('PATCH /api/v1/me', {
    token: learner.token,
    body: { name: 'Ada \u{13000}' },
  })
  const registered = await api.request('POST /api/v1/auth/register', {
    body: { email: 'nobody@example.org', password: 'a long enough secret', name: '\u{13000}' },
  })
  const accepted = await api.request('PATCH /api/v1/me', {
    token: learner.token,
    body: { name: 'အောင်ဆန်းမြင့်' },
  })

  for (const { status, body } of [changed, registered])
    expect([status, body.error, body.issues]).toEqual([400, 'InvalidFields', [fault]])
  expect([accepted.status, accepted.body.name]).toEqual([200, 'အောင်ဆန်းမြင့်'])
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
