import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { give, requireNamedUser } from './account.ts'
import { EmbeddedPostgresError, failedProgram } from './errors.ts'
import { run } from './processes.ts'
import type { Account } from './types.ts'

interface NewCluster {
  readonly clusterDir: string
  readonly account: Account | undefined
  readonly bin: string
  /** The password of the role `lyceum`. */
  readonly password: string
  /** Whether to wait for the disk; false suits databases that nobody will miss. */
  readonly sync: boolean
}

/** Creates an empty cluster with the role `lyceum`, completely or not at all. */
export async function createCluster({
  clusterDir,
  account,
  bin,
  password,
  sync,
}: NewCluster): Promise<void> {
  if (account === undefined) requireNamedUser()
  await removeDrafts(clusterDir)

  const draft = `${clusterDir}.new-${randomBytes(4).toString('hex')}`
  const secret = `${draft}.secret`
  try {
    await mkdir(draft, { mode: 0o700 })
    await give(draft, account)
    // Nobody ever logs in as the superuser; initdb only insists on a password.
    await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await give(secret, account)
    const initdb = await run(join(bin, 'initdb'), initdbArguments(draft, secret, sync), { account })
    if (initdb.code !== 0) throw failedProgram('create a new database', initdb.output, clusterDir)

    const role = await run(join(bin, 'postgres'), [...SINGLE_USER, '-D', draft, 'postgres'], {
      account,
      input: `${roleStatement(password)}\n`,
    })
    if (role.code !== 0)
      throw failedProgram('create the role of the new database', role.output, clusterDir)
    await rename(draft, clusterDir)
  } finally {
    await rm(secret, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** Refuses data of a different major version before anything is changed. */
export function requireMajorVersion(folder: string, version: string): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) return

  const theirs = readFileSync(file, 'utf8').trim()
  const ours = version.split('.')[0]
  if (theirs === ours) return
  throw new EmbeddedPostgresError(
    `The data in ${folder} was made by PostgreSQL ${theirs}, but this is PostgreSQL ${ours}. ` +
      'Nothing was changed. Either start the earlier version of Lyceum, save the data with ' +
      'pg_dump and load it into the new one; or move the folder away to start with an empty ' +
      'database; or set DATABASE_URL.',
  )
}

/**
 * Uses the locale C and the built-in provider, so that sorting and upper case do not depend on what
 * is installed on the machine.
 */
function initdbArguments(folder: string, passwordFile: string, sync: boolean): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ]
}

/** Stops at the first error, and keeps the statement, which holds the password, out of messages. */
const SINGLE_USER = [
  '--single',
  '-c',
  'exit_on_error=on',
  '-c',
  'log_min_error_statement=panic',
  '-c',
  'log_checkpoints=off',
]

/**
 * Makes the role no superuser: a hole in the application must not reach the machine's files and
 * programs through COPY.
 */
function roleStatement(password: string): string {
  return `create role lyceum login createdb password '${password}'`
}

/** Removes the remains of a start that was killed halfway. */
async function removeDrafts(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.new-`
  const names = await readdir(dirname(clusterDir))
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    await rm(join(dirname(clusterDir), name), { recursive: true, force: true, maxRetries: 5 })
  }
}
