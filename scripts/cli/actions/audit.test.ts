import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('the events of an account are shown by its email, newest first, including what operators did', async () => {
  const [ada, eve] = [await api.given.learner(), await api.given.learner()]
  await api.request('POST /auth/login', {
    body: { email: ada.email, password: 'not the password' },
    ip: '192.0.2.7',
  })
  await api.request('POST /auth/login', {
    body: { email: eve.email, password: 'not the password' },
  })
  await lyceum.run(['user', 'role', ada.email, 'admin'])

  const { json } = await lyceum.run(['audit', ` ${ada.email.toUpperCase()}`, '--json'])
  expect(json.items).toMatchObject([
    {
      event: 'role-changed',
      userId: ada.id,
      actor: `operator:${userInfo().username}`,
      ip: null,
      requestId: null,
      details: { 'before.role': 'learner', 'after.role': 'admin' },
    },
    {
      event: 'login-failed',
      userId: ada.id,
      actor: 'anyone',
      ip: '192.0.2.7',
      requestId: expect.any(String),
      details: {},
    },
  ])
  const table = await lyceum.run(['audit', ada.email, '--limit', '1'])
  expect(table.stdout).toMatch(
    /^AT +EVENT +ACTOR +USER ID +IP +DETAILS +REASON\n\S+Z +role-changed +operator:\S+ +\S+ +- +after\.role=admin before\.role=learner +-\n$/,
  )
})

test('events are found by their name, their actor, their IP address and their request', async () => {
  const ada = await api.given.learner()
  const { headers } = await api.request('POST /auth/login', {
    body: { email: ada.email, password: 'not the password' },
    ip: '2001:db8:77:1::5',
  })
  const eventsOf = async (...filters: string[]) => {
    const { json } = await lyceum.run(['audit', ...filters, '--json'])
    return json.items.map(({ event, userId }: { event: string; userId: string }) => [event, userId])
  }

  const failed = [['login-failed', ada.id]]
  expect(await eventsOf('--request', String(headers['x-request-id']))).toEqual(failed)
  expect(await eventsOf('--ip', '2001:db8:77:1::', '--event', 'login-failed')).toEqual(failed)
  expect(await eventsOf(ada.email, '--actor', 'service')).toEqual([])
  expect(await lyceum.run(['audit', '--event', 'login-fail'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--event'),
  })
})

test('an email without an account has events too', async () => {
  const email = `nobody-${crypto.randomUUID()}@example.com`
  await api.request('POST /auth/forgetpassword', { body: { email } })

  const { json } = await lyceum.run(['audit', email, '--since', '1h', '--json'])
  expect(json.items).toMatchObject([
    { event: 'code-requested', userId: null, details: { purpose: 'reset_password' } },
  ])
  expect(await lyceum.run(['audit', email, '--since', 'yesterday'])).toMatchObject({
    code: 2,
    stdout: '',
  })
})
