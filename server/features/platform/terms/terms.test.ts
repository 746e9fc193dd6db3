import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { password } from '../../../test/given.ts'

const url = 'https://school.example.org/terms'
const [api, without] = await Promise.all([
  forAllTests(startApi({ config: { terms: { url, version: '2026-11' } } })),
  forAllTests(startApi()),
])

const registered = (email: string, acceptedTerms?: string) =>
  api.request('POST /api/v1/auth/register', { body: { email, password, acceptedTerms } })

describe('where the school has terms', () => {
  test('nobody registers without accepting those of today, and a program learns why', async () => {
    for (const acceptedTerms of [undefined, '2025-01']) {
      const { status, body } = await registered('ada@example.com', acceptedTerms)
      expect([status, body.error]).toEqual([409, 'TermsNotAccepted'])
      expect(body.issues).toMatchObject([{ path: 'acceptedTerms' }])
      expect(body.facts).toEqual({ version: '2026-11', url })
    }
    expect((await registered('ada@example.com', '2026-11')).status).toBe(201)
  })

  test('accounts made otherwise accept at the first purchase, and it is on record', async () => {
    const { token, id } = await api.given.learner()
    const course = await api.given.course()
    const buy = (body: object) =>
      api.request('POST /api/v1/transaction', { token, body: { courseIds: [course.id], ...body } })

    expect((await buy({})).body.error).toBe('TermsNotAccepted')
    expect((await buy({ acceptedTerms: '2026-11' })).status).toBe(201)
    // Says it once: the version is accepted.
    expect((await buy({})).body.error).not.toBe('TermsNotAccepted')
    const terms = [{ version: '2026-11', acceptedAt: expect.any(String) }]
    expect((await api.request('GET /api/v1/me/export', { token })).body.profile.terms).toEqual(
      terms,
    )
    const admin = await api.given.admin()
    expect((await api.as(admin).admin.users.get.query({ userId: id })).terms).toEqual(terms)
  })

  test('a new version is asked for at the next purchase', async () => {
    const { token } = await api.given.learner()
    const [one, other] = [await api.given.course(), await api.given.course()]
    const buy = (courseId: string, acceptedTerms?: string) =>
      api.request('POST /api/v1/transaction', {
        token,
        body: { courseIds: [courseId], acceptedTerms },
      })
    expect((await buy(one.id, '2026-11')).status).toBe(201)

    const { config } = api.deps
    Object.assign(config, { terms: { url, version: '2027-01' } })
    expect((await buy(other.id)).body.error).toBe('TermsNotAccepted')
    expect((await buy(other.id, '2027-01')).status).toBe(201)
    Object.assign(config, { terms: { url, version: '2026-11' } })
  })
})

test('without terms the requests of the specification are as they were', async () => {
  const body = { email: 'grace@example.com', password }
  expect((await without.request('POST /api/v1/auth/register', { body })).status).toBe(201)
  expect((await without.request('GET /api/v1/config')).body.terms).toBeNull()
})
