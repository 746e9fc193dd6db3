import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { connectDatabase, type Db } from '../../../db/client.ts'
import { testDatabaseUrl } from '../../test/database.ts'
import { createJobs } from './jobs.ts'

test('jobs whose queues cannot be made leave nothing behind that goes on asking the database', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { $client } = database.db as unknown as {
    $client: { query(text: string, values?: unknown[]): Promise<unknown> }
  }
  const refusing = {
    query: (text: string, values?: unknown[]) => {
      if (text.includes('create_queue') && JSON.stringify([text, values]).includes('send-code'))
        return Promise.reject(new Error('no queues today'))
      return $client.query(text, values)
    },
  }
  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')

  await expect(
    createJobs({ db: { $client: refusing } as unknown as Db, log, maintain: true }),
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
