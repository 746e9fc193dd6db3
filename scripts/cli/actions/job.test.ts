import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../lib/ids.ts'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('a failed job is found, looked at and run again at the command line', async () => {
  const id = newId()
  await api.deps.db.execute(sql`
    insert into pgboss.job (id, name, state, data, started_on, completed_on, policy, output)
    values (${id}, 'tell-operators', 'failed', '{}', now(), now(), 'standard',
      '{"message": "database 57014"}')`)

  const { json } = await lyceum.run(['job', 'list', '--kind', 'tell-operators', '--json'])
  expect(json.items).toMatchObject([{ id, status: 'failed', failure: 'database 57014' }])
  expect((await lyceum.run(['job', 'show', id])).stdout).toMatch(/^Failure +database 57014$/m)
  expect((await lyceum.run(['job', 'retry', id])).stdout).toBe(
    'The job tell-operators is waiting: a server runs it.\n',
  )
  await expect.poll(async () => (await api.deps.jobs.find(api.deps.db, id))?.status).toBe('done')

  expect(await lyceum.run(['job', 'list', '--status', 'lost'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--status'),
  })
  const { rows } = await api.deps.db.execute(
    sql`select actor from audit_events where event = 'job-retried' and details ->> 'job' = ${id}`,
  )
  expect(rows).toEqual([{ actor: expect.stringMatching(/^operator:/) }])
})
