import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenGraduate } from '../../../test/learning.ts'

const api = await forAllTests(startApi())

test('a new name shows from then on, and issued certificates keep the old one', async () => {
  const { learner } = await givenGraduate(api)

  const { status, body, headers } = await api.request('PATCH /api/v1/me', {
    token: learner.token,
    body: { name: '  Ada King ' },
  })

  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({
    id: learner.id,
    email: learner.email,
    name: 'Ada King',
    certificates: [{ learnerName: learner.name }],
  })
  expect((await api.request('GET /api/v1/me', { token: learner.token })).body).toEqual(body)
})

test('the language of mails changes on its own, and applies to the next mail', async () => {
  const learner = await api.given.learner()
  const changed = await api.as(learner).me.update.mutate({ language: 'de' })
  expect([changed.name, changed.language]).toEqual([learner.name, 'de'])

  await api.request('POST /api/v1/me/erasure-code', { token: learner.token })
  await api.codeFor(learner.email)
  expect(api.mails.findLast(({ to }) => to === learner.email)?.subject).toMatch(/ist dein Code/)
})

test.each([
  [{}, 'MissingFields', 'name'],
  [{ name: ' ' }, 'MissingFields', 'name'],
  [{ name: 'Ada \u202eecalevoL' }, 'InvalidFields', 'name'],
  [{ name: 'Ada\u2028Lovelace' }, 'InvalidFields', 'name'],
  [{ name: null }, 'MissingFields', 'name'],
  [{ name: '!?' }, 'InvalidFields', 'name'],
  [{ name: 'two\nlines' }, 'InvalidFields', 'name'],
  [{ name: 'a'.repeat(121) }, 'InvalidFields', 'name'],
  [{ name: 'nul\0' }, 'InvalidFields', 'name'],
  [{ language: 'xx' }, 'InvalidFields', 'language'],
])('%o is refused as it would be at the registration', async (body, error, path) => {
  const { token, name } = await api.given.learner()
  const refused = await api.request('PATCH /api/v1/me', { token, body })
  expect([refused.body.error, refused.body.issues[0].path]).toEqual([error, path])
  expect((await api.request('GET /api/v1/me', { token })).body.name).toBe(name)
})

test('no other field of the account can be set', async () => {
  const { token, id, email } = await api.given.learner()
  const body = {
    name: 'Eve',
    role: 'admin',
    email: 'eve@example.com',
    id: crypto.randomUUID(),
    emailVerifiedAt: null,
    passwordHash: 'x',
  }
  const refused = await api.request('PATCH /api/v1/me', { token, body })
  expect(refused.body.issues.map(({ path }: { path: string }) => path)).toEqual([
    'role',
    'email',
    'id',
    'emailVerifiedAt',
    'passwordHash',
  ])
  expect((await api.request('GET /api/v1/me', { token })).body).toMatchObject({
    id,
    email,
    role: 'learner',
  })
})
