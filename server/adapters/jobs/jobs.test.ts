import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { connectDatabase, type Db } from '../../../db/client.ts'
import { testDatabaseUrl } from '../../test/database.ts'
import { createJobs } from './jobs.ts'

const kinds = {
  'ring-bell': {
    workers: 1,
    retryLimit: 2,
    retryDelay: 1,
    retryDelayMax: 1,
    expireInSeconds: 30,
  },
}

test('jobs whose queues cannot be created leave nothing behind that keeps querying the database', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { $client } = database.db as unknown as {
    $client: { query(text: string, values?: unknown[]): Promise<unknown> }
  }
  const refusing = {
    query: (text: string, values?: unknown[]) => {
      if (text.includes('create_queue') && JSON.stringify([text, values]).includes('ring-bell'))
        return Promise.reject(new Error('no queues today'))
      return $client.query(text, values)
    },
  }
  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')

  await expect(
    createJobs({ kinds, db: { $client: refusing } as unknown as Db, log, maintain: true }),
  ).rejects.toThrow('no queues today')

  const started = timers.mock.results.map(({ value }) => value)
  expect(started.length).toBeGreaterThan(0)
  await expect
    .poll(
      () =>
        started.filter((timer) => !cleared.mock.calls.some(([ended]) => ended === timer)).length,
    )
    .toBe(0)
  await database.close()
})
