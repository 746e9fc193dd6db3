import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newEmail } from '../features/people/auth/test-support.ts'
import { type Api, startApi } from './api.ts'

/** Reads every row of every table, including the job queue, as a dump would show it. */
async function wholeDatabase({ database: { db } }: Api): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t`,
    )
    dumps.push(...rows.map(({ row }) => row))
  }
  return dumps.join('\n')
}

/** Returns it in clear, and as a careless developer would hash or encode it. */
function formsOf(secret: string): string[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64'] as const).map((encoding) =>
      createHash(algorithm).update(secret).digest(encoding),
    ),
  )
  return [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
    ...hashes,
  ]
}

test('the database has no password, code, token or key, nor anything that leads back to a password or code', async () => {
  await using api = await startApi()
  const passwords = Array.from(
    { length: 10 },
    (_, index) => `the secret of learner number ${index}`,
  )
  const secrets = [...passwords]
  for (const password of passwords) {
    const email = newEmail()
    await api.request('POST /auth/signup', { body: { email, password } })
    const verification = await api.codeFor(email)
    await api.request('POST /api/v1/auth/verify-email', { body: { email, code: verification } })
    const { token } = (await api.request('POST /auth/login', { body: { email, password } })).body
    await api.request('POST /auth/forgetpassword', { body: { email } })
    await expect.poll(() => api.codeFor(email)).not.toBe(verification)
    secrets.push(verification, await api.codeFor(email), token)
  }
  const { keys } = api.deps
  secrets.push(
    ...keys.signing.map(({ d }) => d),
    ...keys.peppers.map(({ secret }) => secret),
    ...keys.allCodes,
  )

  const dump = await wholeDatabase(api)
  expect(dump).toContain('login-succeeded')
  expect(dump.match(/\$2b\$10\$/g)?.length).toBeGreaterThanOrEqual(10)
  for (const form of secrets.flatMap(formsOf))
    expect(dump.includes(form), form.slice(0, 6)).toBe(false)
})
