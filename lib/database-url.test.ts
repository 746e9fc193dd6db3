import { expect, test } from 'vitest'
import { describeHosts, hostUrls, isDatabaseUrl } from './database-url.ts'

const several = 'postgres://app:p%40ss@one:5432,[::1]:5433,three/school?sslmode=verify-full'

test('a URL with several hosts is one URL for each, with the same user, database and options', () => {
  expect(hostUrls(several)).toEqual([
    'postgres://app:p%40ss@one:5432/school?sslmode=verify-full',
    'postgres://app:p%40ss@[::1]:5433/school?sslmode=verify-full',
    'postgres://app:p%40ss@three/school?sslmode=verify-full',
  ])
  expect(hostUrls('postgres://one/school')).toEqual(['postgres://one/school'])
})

test('only hosts and ports are shown of a URL', () => {
  expect(describeHosts(several)).toBe('one:5432, [::1]:5433, three:5432')
  expect(describeHosts('postgres:///school?host=/run/postgresql')).toBeUndefined()
})

test('what is no URL of PostgreSQL is told from what is', () => {
  for (const url of [several, 'postgresql://one/school', 'postgres:///school?host=/tmp'])
    expect(isDatabaseUrl(url), url).toBe(true)
  for (const url of [
    'mysql://one/school',
    'one:5432',
    'postgres://one:port/x',
    'postgres://a,,b/x',
  ])
    expect(isDatabaseUrl(url), url).toBe(false)
})
