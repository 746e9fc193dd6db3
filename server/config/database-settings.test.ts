import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const pooled = {
  DATABASE_URL: 'postgres://app:s3cret@pooler:6432/school',
  DATABASE_POOLER: 'transaction',
}

test('the database may have several hosts', () => {
  const url = 'postgres://app:s3cret@one:5432,two:5433/school'
  expect(readConfig({ DATABASE_URL: url })).toMatchObject({
    databaseUrl: url,
    databasePooler: 'none',
    databaseConnectionTtlMilliseconds: 10_000,
  })
})

test('behind a pooler, migrations need a URL of their own, unless they are run elsewhere', () => {
  expect(() => readConfig(pooled)).toThrow(/^DATABASE_MIGRATION_URL: required/)
  expect(readConfig({ ...pooled, MIGRATE_AT_START: 'false' }).databasePooler).toBe('transaction')
  expect(readConfig({ ...pooled, DATABASE_MIGRATION_URL: 'postgres://db/school' })).toMatchObject({
    databaseMigrationUrl: 'postgres://db/school',
  })
})

test('the database of our own has no pooler', () => {
  expect(() => readConfig({ DATABASE_POOLER: 'transaction' })).toThrow(/^DATABASE_POOLER: /)
})

test('a faulty URL of the database is refused without its value', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATION_URL']) {
    const read = () => readConfig({ [name]: 'postgres://app:s3cret@one:1,two:b/school' })
    expect(read).toThrow(new RegExp(`^${name}: must be a URL`))
    expect(read).not.toThrow(/s3cret/)
  }
})

test('read replicas are a list of URLs with one host each, of a database that is configured', () => {
  const urls = ['postgres://app:s3cret@two/school', 'postgres://app:s3cret@three:5433/school']
  const settings = { DATABASE_REPLICA_URLS: urls.join(', ') }
  const read = (replicas: string) => () =>
    readConfig({ DATABASE_URL: 'postgres://one/school', DATABASE_REPLICA_URLS: replicas })

  expect(read(settings.DATABASE_REPLICA_URLS)().databaseReplicaUrls).toEqual(urls)
  expect(() => readConfig(settings)).toThrow(/^DATABASE_REPLICA_URLS: only with DATABASE_URL/)
  expect(read('postgres://app:s3cret@two:1,three:2/school')).toThrow(
    /^DATABASE_REPLICA_URLS: must be URLs/,
  )
  expect(read('postgres://app:s3cret@two:1,three:2/school')).not.toThrow(/s3cret/)
})
