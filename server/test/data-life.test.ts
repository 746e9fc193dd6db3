import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApi } from './api.ts'

test('the life of every table is written down: what makes it grow, its bound and its end', async () => {
  await using api = await startApi()
  const { rows } = await api.deps.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const page = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8')
  const described = page.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)

  const names = [...described].map(([, name]) => name)

  expect(names.toSorted()).toEqual(rows.map(({ name }) => name).sort())
})
