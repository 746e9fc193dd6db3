import { expect, test } from 'vitest'
import { seedDemo } from '../../../demo/seed-demo.ts'
import { startApi } from '../../../test/api.ts'

test('visitors read the words of the school in their language, else in its own', async () => {
  const words = { en: { title: 'Sail with us' }, fr: { title: 'Naviguez avec nous' } }
  await using api = await startApi({ config: { frontPage: { words, courses: ['sailing'] } } })
  const titleIn = async (language: string) =>
    (await api.request(`GET /api/v1/front-page?language=${language}`)).body.title

  expect(await titleIn('fr')).toBe('Naviguez avec nous')
  expect(await titleIn('fr-CA')).toBe('Naviguez avec nous')
  expect(await titleIn('ar')).toBe('Sail with us')
  const { body } = await api.request('GET /api/v1/front-page')
  expect(body).toMatchObject({ courses: ['sailing'], picture: null, demoAccounts: [] })
})

test('the demo accounts are shown until somebody signs in, and never in production', async () => {
  await using api = await startApi()
  const shown = async () => (await api.request('GET /api/v1/front-page')).body.demoAccounts
  expect(await shown()).toEqual([])
  await seedDemo(api.deps)
  const [account] = await shown()
  expect(account).toMatchObject({ email: 'learner@example.com', role: 'learner' })

  const { email, password } = account
  const body = { email, password }
  expect((await api.request('POST /api/v1/auth/login', { body })).status).toBe(200)
  // Notes who was seen beside the answer.
  await expect.poll(shown).toEqual([])
})
