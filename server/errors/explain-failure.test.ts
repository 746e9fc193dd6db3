import { expect, test } from 'vitest'
import { openSession } from '../../db/connections/session.ts'
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
