import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openSession } from '../../db/postgres/connections/session.ts'
import { testDatabaseUrl } from '../test/database.ts'
import { explainFailure } from './explain-failure.ts'

test('a database that is there but cannot be used is explained by its reason', async () => {
  const url = `${await testDatabaseUrl()}?sslmode=verify-full`
  const failure = await openSession({ url }).catch((error: unknown) => error)

  expect(explainFailure(failure, url)).toMatch(/ cannot be reached: \S+/)
})

test('a database that nobody serves does not answer', async () => {
  const url = 'postgres://lyceum:s3cret@127.0.0.1:1/lyceum'
  const failure = await openSession({ url }).catch((error: unknown) => error)

  expect(explainFailure(failure, url)).toBe('The database at 127.0.0.1:1 does not answer.')
})

test('an extension that the role may not install names the command for an administrator', async () => {
  const url = await testDatabaseUrl()
  const client = await openSession({ url })
  // Raises what PostgreSQL tells a role that does not own the database.
  const failure = await client
    .query(
      `do $$ begin
        raise exception 'permission denied to create extension "pg_trgm"' using errcode = '42501';
      end $$`,
    )
    .catch((error: unknown) => error)
    .finally(() => client.end())

  expect(explainFailure(failure, url)).toMatch(
    / refused: permission denied to create extension "pg_trgm"\. .+`create extension pg_trgm`/,
  )
})

test('a port that is taken is one sentence that names it, and what to do', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const [failure] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch(
    (error: unknown) => [error],
  )
  first.close()

  expect(explainFailure(failure, undefined)).toBe(
    `Another program listens at 127.0.0.1 port ${port} already: stop it, or set PORT to a free one.`,
  )
})
