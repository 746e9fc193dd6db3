import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { problemsWith } from './test-support.ts'

const ownDatabase = { DATABASE_URL: 'postgres://db/lyceum' }

test('beside the embedded database, files of courses are in a folder: videos fit', () => {
  expect(readConfig({ DATA_DIR: '/srv/lyceum' }).media).toEqual({
    storage: { kind: 'folder', folder: join('/srv/lyceum', 'media') },
    maxFileBytes: 2_000_000_000,
    maxCourseBytes: 10_000_000_000,
  })
})

test('with a database of its own they are there by default, and small', () => {
  expect(readConfig(ownDatabase).media).toEqual({
    storage: { kind: 'database' },
    maxFileBytes: 25_000_000,
    maxCourseBytes: 200_000_000,
  })
  expect(problemsWith({ ...ownDatabase, MEDIA_MAX_FILE_BYTES: '25000001' }).join()).toBe(
    'MEDIA_MAX_FILE_BYTES: at most 25000000 with MEDIA_STORAGE=database; set MEDIA_STORAGE to ' +
      'folder or s3 for larger files',
  )
})

test('a folder and a bucket take large files', () => {
  const inFolder = { MEDIA_STORAGE: 'folder', DATA_DIR: '/srv/lyceum' }
  expect(readConfig(inFolder).media).toEqual({
    storage: { kind: 'folder', folder: join('/srv/lyceum', 'media') },
    maxFileBytes: 2_000_000_000,
    maxCourseBytes: 10_000_000_000,
  })
  const inBucket = { MEDIA_STORAGE: 's3', MEDIA_S3_BUCKET: 'lessons', MEDIA_MAX_FILE_BYTES: '7' }
  expect(readConfig(inBucket).media).toMatchObject({
    storage: { kind: 's3', bucket: 'lessons', endpoint: undefined },
    maxFileBytes: 7,
  })
  expect(problemsWith({ MEDIA_STORAGE: 's3' }).join()).toBe(
    'MEDIA_S3_BUCKET: required with MEDIA_STORAGE=s3',
  )
})

test('a file may not be larger than a course', () => {
  expect(
    problemsWith({ MEDIA_STORAGE: 'folder', MEDIA_MAX_FILE_BYTES: '20000000000' }).join(),
  ).toBe(
    'MEDIA_MAX_FILE_BYTES: more than a whole course may have (10000000000); lower it, or raise ' +
      'MEDIA_MAX_COURSE_BYTES',
  )
  const small = { MEDIA_MAX_COURSE_BYTES: '1000' }
  expect(problemsWith({ ...small, MEDIA_MAX_FILE_BYTES: '1001' }).join()).toMatch(
    /^MEDIA_MAX_FILE_BYTES: /,
  )
  expect(readConfig(small).media).toMatchObject({ maxFileBytes: 1_000, maxCourseBytes: 1_000 })
})

test.each(['0', '-1', '1.5', '5 MB'])('a limit is a number of bytes: %s', (value) => {
  expect(problemsWith({ MEDIA_MAX_COURSE_BYTES: value }).join()).toMatch(
    /^MEDIA_MAX_COURSE_BYTES: /,
  )
})
