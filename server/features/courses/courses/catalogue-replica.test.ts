import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../../../db/postgres/client.ts'
import { noReplicas } from '../../../../db/postgres/replicas.ts'
import { startApi } from '../../../test/api.ts'
import { makeTestDatabase, testDatabaseUrl } from '../../../test/database.ts'

test('a stranger reads the catalogue from a replica, a signed-in user from the primary, and both from one each', async () => {
  // Connects a copy that has not heard of anything yet.
  const replica = connectDatabase({
    url: await makeTestDatabase(),
    log: pino({ level: 'silent' }),
  })
  await using api = await startApi({
    databaseUrl: await testDatabaseUrl(),
    config: { publicOperations: ['courses.list', 'courses.get', 'certificates.verify'] },
    replicas: noReplicas(replica),
  })
  const [course, learner] = [await api.given.course(), await api.given.learner()]
  const statuses = async (token?: string) => {
    const options = token === undefined ? {} : { token }
    const list = await api.request('GET /api/courses', options)
    const one = await api.request(`GET /api/v1/courses/${course.slug}`, options)
    return [list.body.items.length, one.status]
  }

  expect(await statuses()).toEqual([0, 404])
  expect(await statuses(learner.token)).toEqual([1, 200])
  await replica.close()
})
