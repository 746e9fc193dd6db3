import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenKey } from '../../features/people/api-keys/test-support.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { givenTeam } from '../../test/authoring.ts'
import { endpoints } from '../openapi/describe-endpoints.ts'

const api = await forAllTests(startApi())
const team = await givenTeam(api)
const keyOfNothing = await givenKey(api, [])
const learner = await api.given.learner()

const files = endpoints
  .filter(({ requiresToken }) => requiresToken)
  .map(({ route, sdkName = '' }, index) => ({
    name: sdkName,
    route: route
      .replace('{courseId}', team.courseId)
      .replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
    // Uses different addresses: of refusals from one, only the first few are recorded each.
    ip: `198.51.100.${index + 1}`,
  }))

async function refusalsFrom(ip: string) {
  const { rows } = await api.deps.db.execute(sql`
    select actor, details->>'operation' as operation from audit_events
    where event = 'access-refused' and ip = ${ip} order by id`)
  return rows
}

test.each(files)('$name records that it refused a key by its scopes', async (file) => {
  const { token, id } = keyOfNothing
  const { status, body } = await api.request(file.route, { token, ip: file.ip })
  expect([status, body.error]).toEqual([403, 'KeyNotAllowed'])
  expect(await refusalsFrom(file.ip)).toEqual([{ actor: `key:${id}`, operation: file.name }])
})

const refused = [
  ...files
    .filter(({ name }) => name.startsWith('admin.'))
    .map((file) => ({ ...file, to: learner })),
  ...files
    .filter(({ name }) => ['authoring.import', 'uploads.bytes', 'learners.listCsv'].includes(name))
    .map((file) => ({ ...file, to: team.reviewer })),
]

test.each(refused)('$name records that it refused somebody by their role', async (file) => {
  const ip = file.ip.replace('198.51.100.', '203.0.113.')
  const { status, body } = await api.request(file.route, { token: file.to.token, ip })
  expect([status, body.error]).toEqual([403, 'Forbidden'])
  expect(await refusalsFrom(ip)).toEqual([{ actor: `user:${file.to.id}`, operation: file.name }])
})

test('what does not exist for somebody is no refusal', async () => {
  const ip = '192.0.2.1'
  for (const { route } of files.filter(({ name }) =>
    /^(authoring|uploads|transactions|learners)\./.test(name),
  ))
    expect((await api.request(route, { token: learner.token, ip })).status).toBe(404)
  expect(await refusalsFrom(ip)).toEqual([])
})
