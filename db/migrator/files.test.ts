import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { migrationsFolder, readMigrations } from './files.ts'

test('hashes and times are those that drizzle writes, so that either goes on where the other was', async () => {
  const ours = await readMigrations()
  const theirs = readMigrationFiles({ migrationsFolder })

  expect(ours.map(({ row }) => row)).toEqual(
    theirs.map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis })),
  )
})
