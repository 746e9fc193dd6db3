import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outsideTransactionMark } from '../../db/postgres/migrator/files.ts'
import { givenMigrations } from '../../db/postgres/migrator/test/given.ts'
import { runNode } from '../../scripts/cli/test/run-node.ts'

const script = join(import.meta.dirname, 'migration-lint.ts')

async function lint(...statements: string[]) {
  return runNode([script, await givenMigrations({ '0000_change': statements })])
}

test.each([
  ['ban-drop-column', 'alter table courses drop column slug'],
  ['renaming-column', 'alter table courses rename column slug to name'],
  ['changing-column-type', 'alter table courses alter column slug type varchar(9)'],
  ['adding-not-nullable-field', 'alter table courses alter column slug set not null'],
  ['adding-required-field', 'alter table courses add column level int not null'],
  ['constraint-missing-not-valid', "alter table courses add constraint c check (slug <> '')"],
  ['require-concurrent-index-creation', 'create index courses_slug on courses (slug)'],
  ['it writes rows', "update courses set slug = ''"],
  ['it writes rows', 'insert into slugs select slug from courses'],
  ['it writes rows', 'alter table courses add column level int;\nupdate courses set level = 1'],
])('%s: %s', async (rule, statement) => {
  const { code, stdout } = await lint(`${statement};\n`)
  expect([code, stdout]).toEqual([1, expect.stringContaining(rule)])
})

test.each([
  ['alter table courses add column level int;\n'],
  ["alter table courses add constraint c check (slug <> '') not valid;\n"],
  ['-- squawk-ignore ban-drop-column\nalter table courses drop column slug;\n'],
  ['create table levels (id int primary key);\n', 'create index levels_id on levels (id);\n'],
  [`${outsideTransactionMark}\ncreate index concurrently "courses_slug" on courses (slug);\n`],
])('allowed: %s', async (...statements) => {
  expect(await lint(...statements)).toMatchObject({ code: 0 })
})
