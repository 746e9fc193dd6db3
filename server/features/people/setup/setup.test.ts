import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { linkForFirstAdministrator } from './first-administrator.ts'

const api = await forAllTests(startApi({ isClockStopped: true }))

beforeEach(() => api.deps.db.execute(sql`update users set role = 'learner'`))

async function token(): Promise<string> {
  const link = await linkForFirstAdministrator(api.deps)
  return link?.split('#token=')[1] ?? ''
}

const claim = (user: { token: string }, given: string) =>
  api.request('POST /api/v1/setup/administrator', { token: user.token, body: { token: given } })

test('a school without an administrator says so, and the link of its server makes one', async () => {
  const founder = await api.given.learner()
  const has = async () => (await api.as(founder).setup.get.query()).hasAdministrator
  expect(await has()).toBe(false)
  expect((await claim(founder, await token())).status).toBe(200)
  expect(await has()).toBe(true)
  expect((await api.as(founder).me.get.query()).permissions).toContain('roles:write')
  expect(await linkForFirstAdministrator(api.deps)).toBeUndefined()
})

test('of two people with a link at once one becomes the administrator', async () => {
  const people = [await api.given.learner(), await api.given.learner()]
  const links = [await token(), await token()]
  const answers = await atOnce(2, (at) => claim(people[at] as { token: string }, links[at] ?? ''))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 })
  expect(answers.map(({ body }) => body.error)).toContain('AdministratorExists')
})

test('a link ends after a day, is signed, and is nothing to a stranger', async () => {
  const learner = await api.given.learner()
  const link = await token()
  expect((await claim({ token: 'nobody' }, link)).status).toBe(401)
  const [until = '', mac = ''] = link.split('.')
  for (const forged of ['', `${Number(until) + 1}.${mac}`, `${until}.${'0'.repeat(64)}`, 'x'])
    expect((await claim(learner, forged)).status).toBe(400)
  api.advance(24 * 3_600_000)
  const later = await api.given.learner()
  expect((await claim(later, link)).body.error).toBe('InvalidCode')
})

test('the steps of the first day are done as they are done', async () => {
  const admin = await api.given.admin()
  const done = async () => {
    const { items } = await api.as(admin).admin.setup.steps.query()
    return items.filter(({ isDone }) => isDone).map(({ name }) => name)
  }
  expect(await done()).toEqual(['administrator'])
  await api.given.course()
  await api.as(admin).admin.cohorts.create.mutate({ name: 'Autumn' })
  expect(await done()).toEqual(['administrator', 'course', 'cohort'])
})
