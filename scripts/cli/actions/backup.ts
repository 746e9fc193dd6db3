import { randomBytes } from 'node:crypto'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createArchive } from '../../../db/postgres/backup/archive.ts'
import { type Dumped, dumpDatabase } from '../../../db/postgres/backup/dump-database.ts'
import type { Head, Tail } from '../../../db/postgres/backup/format.ts'
import { loadDatabase } from '../../../db/postgres/backup/load-database.ts'
import { countingReader, readBackup, readHead } from '../../../db/postgres/backup/read-backup.ts'
import { withScratchDatabase } from '../../../db/postgres/backup/scratch-database.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { createFileStorage } from '../../../server/adapters/file-storage/file-storage.ts'
import type { StorageConfig } from '../../../server/adapters/file-storage/types.ts'
import { readSomeConfig } from '../../../server/config/config.ts'
import { copyKeys, type Keys, readConfiguredKeys } from '../../../server/security/key-ring/keys.ts'
import { ConflictError, UsageError } from '../command-errors.ts'
import { explainFailure } from '../failures.ts'
import { type CommandResult, progress } from '../output.ts'
import { surroundings } from '../surroundings.ts'
import { terminalLog } from '../terminal-log.ts'
import { withDatabaseServer } from '../with-database-server.ts'

interface CreateOptions {
  files?: true
  keys?: string
}

/** Backs up without migrating first: a backup is what comes before an upgrade. */
export async function createBackup(
  path: string | undefined,
  { files: withFiles, keys: keysPath }: CreateOptions,
): Promise<CommandResult> {
  const config = readSomeConfig(surroundings().env)
  const target = resolve(path ?? defaultName(new Date()))
  await requireFree(target)
  if (keysPath !== undefined && dirname(resolve(keysPath)) === dirname(target))
    throw new UsageError(
      'error: --keys must be in a different folder: who has both can read and forge everything',
    )
  const keys = await readConfiguredKeys(config)
  if (keysPath !== undefined) await copyKeys(config, resolve(keysPath))
  const files = createFileStorage(config.certificates.storage)
  const archive = createArchive(target)
  try {
    progress('Backing up')
    const dumped = await withDatabaseServer(
      config,
      async ({ sessionUrl }) => {
        const dumped = await dumpDatabase({
          url: sessionUrl,
          archive,
          facts: {
            release: packageJson.version,
            storage: config.certificates.storage.kind,
            holdsFiles: files?.kind === 'folder' || (files?.kind === 's3' && withFiles === true),
            keyIds: idsOf(keys),
          },
          readFile: async (name) => files?.get(name),
        })
        await archive.finish()
        return dumped
      },
      { cleanUp: archive.abandon },
    )
    return await describe(target, dumped, { keysPath, media: config.media.storage.kind })
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

function defaultName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().replaceAll(/[-:]/g, '').split('T')
  return `lyceum-${day}-${time.slice(0, 6)}.tar.gz`
}

async function requireFree(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new ConflictError(`${path} exists already.`)
}

/** Names of keys, by which a restore sees whether it has the right ones. No secrets. */
export function idsOf({ signing, peppers, codes, credentials }: Keys): string[] {
  return [
    ...signing.map(({ kid }) => `signing ${kid}`),
    ...peppers.map(({ version }) => `pepper ${version}`),
    ...codes.map(({ version }) => `codes ${version}`),
    ...credentials.map(({ kid }) => `credentials ${kid}`),
  ]
}

async function describe(
  path: string,
  { head, tail, missingFiles, places }: Dumped,
  around: Pick<Surroundings, 'keysPath' | 'media'>,
): Promise<CommandResult> {
  const { size } = await stat(path)
  const left = leftOut(head, { places, ...around })
  const facts = [
    `${path} (${megabytes(size)} MB) holds the data of ${head.takenAt}:`,
    `  ${count(rowsOf(tail), 'row')} of ${count(tail.tables.length, 'table')}`,
    ...(head.holdsFiles ? [`  ${count(tail.files.count, 'PDF')} of certificates`] : []),
    'Not in it:',
    ...left.map((sentence) => `  ${sentence}`),
    ...missingFiles.map((name) => `LOST: ${name} is not in the storage of PDFs.`),
  ]
  return {
    json: {
      path,
      bytes: size,
      takenAt: head.takenAt,
      lsn: head.lsn,
      rows: rowsOf(tail),
      tables: tail.tables.length,
      files: tail.files.count,
      missingFiles,
      leftOut: left,
    },
    text: `${facts.join('\n')}\n`,
    failed: missingFiles.length > 0,
  }
}

interface Surroundings {
  places: Dumped['places']
  keysPath: string | undefined
  /** The storage of courses' pictures, videos and files. */
  media: StorageConfig['kind']
}

/** Lists what a backup leaves to others, and to whom. */
function leftOut(
  { holdsFiles, storage }: Head,
  { places, keysPath, media }: Surroundings,
): string[] {
  const elsewhere = places.filter(
    (place) => place.storage !== 'database' && !(holdsFiles && place.storage === storage),
  )
  return [
    keysPath === undefined
      ? 'the keys: keep a copy of KEYS_FILE, apart from the backups (--keys makes one)'
      : `the keys: they are in ${keysPath}; keep that file apart from the backups`,
    'CERTIFICATE_SIGNING_FILE and the settings: they are yours to keep',
    ...elsewhere.map(({ storage, count: pdfs }) =>
      storage === 's3'
        ? `${count(pdfs, 'PDF')} in the bucket: switch its versioning on, or use --files`
        : `${count(pdfs, 'PDF')} in the folder: set CERTIFICATE_STORAGE=folder to include them`,
    ),
    ...(media === 'database'
      ? []
      : [
          `files of courses in the ${media === 's3' ? 'bucket' : 'folder'} of MEDIA_STORAGE: back ` +
            'them up there, after the database',
        ]),
    'sessions, one-time codes and jobs: a restore starts without them',
  ]
}

interface VerifyOptions {
  scratch?: boolean
}

export async function verifyBackup(
  path: string,
  { scratch = true }: VerifyOptions,
): Promise<CommandResult> {
  progress('Reading the backup')
  const head = await readHead(path)
  const tail = await readBackup(path, countingReader())
  const trial = scratch ? await tryRestore(path, head) : 'not tried (--no-scratch)'
  const failed = scratch && trial.startsWith('FAILED')
  return {
    json: {
      path,
      takenAt: head.takenAt,
      release: head.release,
      rows: rowsOf(tail),
      tables: tail.tables.length,
      files: tail.files.count,
      trial,
    },
    text:
      `${path} is whole: the data of ${head.takenAt}, made by Lyceum ${head.release},\n` +
      `  ${count(rowsOf(tail), 'row')} of ${count(tail.tables.length, 'table')}, ` +
      `${count(tail.files.count, 'PDF')} in files.\nTrial restore: ${trial}\n`,
    failed,
  }
}

/** Restores into a database that is dropped again. */
async function tryRestore(path: string, head: Head): Promise<string> {
  const config = readSomeConfig(surroundings().env)
  const log = terminalLog(config.logLevel)
  const name = `lyceum_trial_${randomBytes(4).toString('hex')}`
  const interruption = new AbortController()
  const { signal } = interruption
  let trying: Promise<boolean> | undefined
  try {
    progress('Restoring into a scratch database')
    const tried = await withDatabaseServer(
      config,
      ({ sessionUrl }) => {
        trying = withScratchDatabase(sessionUrl, name, (url) =>
          loadDatabase({ url, head, log, signal, load: (tables) => loadTables(path, tables) }),
        )
        return trying
      },
      // Always dropped: it holds everything about everybody.
      {
        cleanUp: async () => {
          interruption.abort()
          await trying
        },
      },
    )
    return tried ? 'succeeded, and dropped again' : 'not tried: the role may not create databases'
  } catch (error) {
    if (signal.aborted) return 'not tried: interrupted'
    return trying === undefined
      ? 'not tried: there is no database server'
      : `FAILED: ${explainFailure(error, () => config)}`
  }
}

type Tables = Parameters<Parameters<typeof loadDatabase>[0]['load']>[0]

/** Loads the tables of a backup; `putFile` gets its files. */
export async function loadTables(
  path: string,
  tables: Tables,
  putFile: (name: string, bytes: Uint8Array) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await readBackup(path, { table: tables.write, finishTables: tables.finish, file: putFile })
}

export function rowsOf({ tables }: Tail): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
