import { pino } from 'pino'
import { expect, test } from 'vitest'
import { installedPgBouncer, startPgBouncer } from '../../../checks/support/clusters/pgbouncer.ts'
import {
  ask,
  postgresPrograms,
  startPostgres,
  superuser,
} from '../../../checks/support/clusters/postgres.ts'
import { openWorkshop } from '../../../checks/support/clusters/workshop.ts'
import { connectDatabase } from '../../../db/postgres/client.ts'
import { checkConnections, judgeHosts } from './connections.ts'

const program = installedPgBouncer() ?? ''
const log = pino({ level: 'silent' })

test('of several hosts one must take writes, and all must answer', () => {
  const stateOf = (...states: ('primary' | 'standby' | 'failed')[]) =>
    judgeHosts(states.map((state, number) => ({ place: `db${number}:5432`, state }))).state

  expect(stateOf('standby', 'primary')).toBe('ok')
  expect(stateOf('failed', 'primary')).toBe('warning')
  expect(stateOf('primary', 'standby', 'primary')).toBe('failed')
})

test.skipIf(program === '' || postgresPrograms() === undefined)(
  'the doctor says what a pooler lacks with the SQL that mends it, and where migrations lead (SKIPPED without PgBouncer and PostgreSQL)',
  async () => {
    await using workshop = await openWorkshop()
    const node = await startPostgres(workshop)
    const pooler = await startPgBouncer(workshop, { program, node, poolSize: 4 })
    const database = connectDatabase({ url: pooler.url, log, pooler: 'transaction' })
    const check = (sessionUrl: string) =>
      checkConnections({ db: database.db, url: pooler.url, sessionUrl, pooler: 'transaction' })

    const before = await check(pooler.url)
    for (const line of before[0]?.remedy?.split('\n') ?? [])
      if (line.startsWith('alter role')) await ask(node.url(), line)
    await pooler.reconnect()
    // Roles may live in different time zones.
    const after = await check(`${node.url()}?options=-c%20TimeZone%3DAsia%2FTokyo`)
    const elsewhere = await check(node.url(superuser).replace(/\/\w+$/, '/postgres'))

    expect(before).toMatchObject([
      { check: 'pooler', state: 'failed', detail: expect.stringContaining('statement_timeout') },
      { check: 'migration url', state: 'failed' },
    ])
    expect(after).toMatchObject([
      { check: 'pooler', state: 'ok', detail: expect.stringMatching(/all 4 connections.*named/) },
      { check: 'migration url', state: 'ok' },
    ])
    expect(elsewhere[1]).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('different'),
    })
    await database.close()
  },
)
