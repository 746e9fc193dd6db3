import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
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

test('of the snapshots only the newest is kept: drizzle-kit reads no other', async () => {
  const newest = (await readMigrations()).at(-1)?.name.slice(0, 4)

  expect(await readdir(join(migrationsFolder, 'meta'))).toEqual([
    `${newest}_snapshot.json`,
    '_journal.json',
  ])
})
