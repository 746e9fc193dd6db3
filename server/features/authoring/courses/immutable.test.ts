import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseError } from '../../../../db/postgres/failures.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenGraduate } from '../../../test/learning.ts'

const api = await forAllTests(startApi())
beforeAll(async () => {
  const { learner, course } = await givenGraduate(api)
  await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  const stored = sql`insert into certificate_files (certificate_id, pdf, sha256, rendered_at) select id, 'PDF', 'x', now() from certificates`
  await api.deps.db.execute(stored)
})

describe('the database itself refuses', () => {
  test.each([
    ['a different title of a published version', sql`update course_versions set title = 'Another'`],
    ['a different hash of a published version', sql`update course_versions set content_hash = 'x'`],
    ['a different title of a section', sql`update sections set title = 'Another'`],
    ['a different text', sql`update lesson_bodies set content = 'Another'`],
    ['deleting a text', sql`delete from lesson_bodies`],
    [
      'a different text of a lesson',
      sql`with other as (
          insert into lesson_bodies values (repeat('0', 64), 'Another') returning sha256)
        update lesson_revisions set body_sha256 = other.sha256 from other`,
    ],
    ['a lesson that is no longer required', sql`update lesson_revisions set required = false`],
    [
      'a lesson that ends with an earlier version',
      sql`update lesson_revisions set until_version = 1`,
    ],
    ['deleting a lesson', sql`delete from lesson_revisions`],
    ['deleting a section', sql`delete from sections`],
    ['deleting a version', sql`delete from course_versions`],
    ['a different name on a certificate', sql`update certificates set learner_name = 'Eve'`],
    ['a different course on a certificate', sql`update certificates set course_title = 'Another'`],
    ['a different branding of a certificate', sql`update certificates set branding = null`],
    ['different content of a branding', sql`update brandings set content = '{}'`],
    ['deleting a branding', sql`delete from brandings`],
    ['a different code', sql`update certificates set code = '00000000000000000'`],
    [
      'a different day of completion',
      sql`update certificates set completed_at = completed_at - interval '1 day'`,
    ],
    [
      'a different day of issue',
      sql`update certificates set issued_at = issued_at - interval '1 day'`,
    ],
    ['a different issuer', sql`update certificates set issuer = 'Eve'`],
    ['a different language', sql`update certificates set language = 'de'`],
    ['deleting a certificate', sql`delete from certificates`],
    [
      'a different owner of a certificate',
      sql`update certificates set user_id = gen_random_uuid()`,
    ],
    ['other bytes of a printed certificate', sql`update certificate_files set pdf = ''`],
    ['deleting a printed certificate', sql`delete from certificate_files`],
    [
      'one more section in a published version',
      sql`insert into sections (id, version_id, position, title)
        select gen_random_uuid(), version_id, 99, 'More' from sections`,
    ],
    [
      'one more lesson in a published version',
      sql`insert into lessons (id, course_id, version_id, section_id, key, position, title, type,
          minutes, required, preview, content)
        select gen_random_uuid(), course_id, version_id, section_id, key || '-more', 99, title, type,
          minutes, required, preview, content
        from lessons limit 1`,
    ],
  ])('%s', async (_, statement) => {
    expect(await stateOf(statement)).toBe('23001')
  })
})

test('a revoked certificate is never issued again', async () => {
  await api.deps.db.execute(
    sql`update certificates
      set status = 'revoked', revoked_at = now(), revocation_reason = 'a mistake'`,
  )

  expect(
    await stateOf(
      sql`update certificates set status = 'issued', revoked_at = null, revocation_reason = null`,
    ),
  ).toBe('23001')
})

test('when a certificate was claimed cannot be rewritten', async () => {
  expect(await stateOf(sql`update certificates set claimed_at = now()`)).toBe('23001')
})

test('a certificate may lose its user, whose account it outlives', async () => {
  expect(await stateOf(sql`update certificates set user_id = null`)).toBeUndefined()
})

/** Returns the SQLSTATE of the refusal; undefined when the statement succeeds. */
async function stateOf(statement: SQL): Promise<string | undefined> {
  const refusal = await api.deps.db.execute(statement).then(
    () => undefined,
    (error: unknown) => error,
  )
  return databaseError(refusal)?.code
}
