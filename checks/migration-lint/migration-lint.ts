import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { migrationsFolder, readMigrations } from '../../db/postgres/migrator/files.ts'
import type { Migration } from '../../db/postgres/migrator/types.ts'
import { root } from '../support/programs.ts'

/*
 * Looks at the migrations that came after the rules below, or at those of the folder you name, with
 * squawk and a rule of our own: what holds a lock for long, or breaks the release before, which
 * runs on the new schema. Exit code 1 when it finds something.
 */
/** Migrations up to here were applied, and are never changed. */
const lastExempt = '0021_return_url'

/** The rules that do not fit, and why. */
const excluded: Readonly<Record<string, string>> = {
  'require-lock-timeout': 'the migrator sets it',
  'require-statement-timeout': 'the migrator has none on purpose: what runs long, holds no lock',
  'prefer-robust-stmts': 'a file is one transaction; the migrator repeats concurrent indexes',
  'prefer-bigint-over-int': 'integers here count things of one course, year or user',
  'prefer-bigint-over-smallint': 'the same',
}

/** Files that write rows all the same, and why nobody waits for them. */
const backfillsAllowed: Readonly<Record<string, string>> = {
  '0028_lesson_ranges_filled':
    'a row for each lesson of each version, a second for 60,000; nobody else updates lessons',
}

function lint(folder: string, migrations: Migration[]): boolean {
  const [inside, outside] = [true, false].map((inTransaction) =>
    migrations
      .filter((migration) => migration.inTransaction === inTransaction)
      .map(({ name }) => relative(root, join(folder, `${name}.sql`))),
  )
  const clean = [
    squawk(inside ?? [], ['--assume-in-transaction']),
    squawk(outside ?? [], []),
    ...migrations.map(findBackfills),
  ]
  return clean.every(Boolean)
}

function squawk(files: string[], options: string[]): boolean {
  if (files.length === 0) return true
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/squawk'),
    ['--pg-version=15.0', `--exclude=${Object.keys(excluded).join(',')}`, ...options, ...files],
    { cwd: root, stdio: 'inherit' },
  )
  return status === 0
}

/** Rows are written in batches by a job, not in one transaction that holds them all. */
function findBackfills({ name, statements }: Migration): boolean {
  if (name in backfillsAllowed) return true
  const backfill = statements.find((statement) =>
    /^(update|delete|merge|with\s+\w+)\b|^insert\s+into\b[\s\S]*\bselect\b/im.test(statement),
  )
  if (backfill === undefined) return true
  process.stdout.write(
    `${name}: it writes rows: ${backfill.slice(0, 60)}\n` +
      '  A job does that in batches, while the servers go on: see docs/upgrades.md.\n',
  )
  return false
}

const [, , folder = migrationsFolder] = process.argv
const migrations = await readMigrations(folder)
const rest = migrations.slice(migrations.findIndex(({ name }) => name === lastExempt) + 1)
if (lint(folder, rest))
  process.stdout.write(`Nothing to complain about in ${rest.length} migrations.\n`)
else process.exitCode = 1
