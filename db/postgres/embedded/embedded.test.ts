import { execFile, spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type QueryResultRow } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findAbandonedClusters, removalOf } from './abandoned.ts'
import { completeLinks, copyPackage, findPackage } from './binaries.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive, postgresProcessesOf } from './processes.ts'
import { type HolderProcess, type HoldOptions, hold } from './test/holder-process.ts'

const log = pino({ enabled: false })
const settings = { fsync: 'off' }

/**
 * A small cluster with a course in it. Tests find it stopped and leave its data alone, or take a
 * copy.
 */
let sharedDataDir: string
const folders: string[] = []
const shares: EmbeddedPostgres[] = []
const holders: HolderProcess[] = []

beforeAll(async () => {
  sharedDataDir = join(await folder(), 'postgres')
  const database = await startEmbeddedPostgres({ dataDir: sharedDataDir, log, settings })
  await query(database.url, 'create table course (title text)')
  await query(database.url, `insert into course values ('Botany')`)
  await database.stop()
  folders.length = 0
})

afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.leave()))
  await Promise.allSettled(shares.splice(0).map((share) => share.stop()))
  await stopWhateverRuns(sharedDataDir)
  await Promise.all(folders.splice(0).map(remove))
})

afterAll(() => remove(dirname(sharedDataDir)))

test('an empty folder becomes a database for the role lyceum, which is no superuser', async () => {
  const { url } = await start(await emptyDataDir())

  expect(url).toMatch(/^postgres:\/\/lyceum:[\w-]{32}@127\.0\.0\.1:\d+\/lyceum$/)
  const facts = `select current_user as role, current_database() as name, rolsuper, rolcreatedb, current_setting('server_version') as version,
    current_setting('server_encoding') as encoding, current_setting('timezone') as timezone, current_setting('listen_addresses') as addresses
    from pg_roles where rolname = current_user`
  expect(await query(url, facts)).toMatchObject([
    {
      role: 'lyceum',
      name: 'lyceum',
      rolsuper: false,
      rolcreatedb: true,
      version: expect.stringMatching(/^18\./),
      encoding: 'UTF8',
      timezone: 'UTC',
      addresses: '127.0.0.1',
    },
  ])
  expect(await query(url, `select upper('é') as upper, 'a' < 'B' as dictionary`)).toEqual([
    { upper: 'É', dictionary: false },
  ])
})

test('only the right password opens it, and no other user can read the password', async () => {
  const dataDir = sharedDataDir
  const { url } = await start(dataDir)

  await expect(
    query(url.replace(/lyceum:[^@]+@/, 'lyceum:wrong@'), 'select 1'),
  ).rejects.toMatchObject({ code: '28P01' })
  await expect(query(url.replace(/lyceum:[^@]+@/, 'postgres:@'), 'select 1')).rejects.toThrow()
  for (const [path, mode] of [
    ['cluster.json', 0o600],
    ['postgres.log', 0o600],
    ['cluster', 0o700],
  ] as const) {
    expect(statSync(join(dataDir, path)).mode & 0o777).toBe(mode)
  }
})

test('data is still there after a stop and a start, at the same URL', async () => {
  const dataDir = await dataDirWithCourse()
  const first = await start(dataDir)
  await query(first.url, `insert into course values ('Zoology')`)
  await first.stop()
  expect(postgresProcessesOf(join(dataDir, 'cluster'))).toEqual([])

  const second = await start(dataDir)

  expect(second.url).toBe(first.url)
  expect(await titles(second.url)).toEqual(['Botany', 'Zoology'])
})

test('stopping twice stops once', async () => {
  const database = await start(sharedDataDir)

  await database.stop()
  await expect(database.stop()).resolves.toBeUndefined()
})

test('three processes that start at once on an empty folder share one cluster, and the last to leave stops it', async () => {
  const dataDir = await emptyDataDir()

  const [first, second, third] = await Promise.all([
    holdIt(dataDir),
    holdIt(dataDir),
    holdIt(dataDir),
  ])

  expect(new Set([first.url, second.url, third.url]).size).toBe(1)
  expect(await first.leave()).toBe(true)
  expect(await second.leave()).toBe(true)
  expect(await query(third.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await third.leave()).toBe(true)
  expect(findPostmaster(join(dataDir, 'cluster'))).toBeUndefined()
})

test('the process that started it may exit while a different one uses it', async () => {
  const dataDir = sharedDataDir
  const server = await holdIt(dataDir)
  const commandLine = await start(dataDir)
  expect(commandLine.url).toBe(server.url)

  expect(await server.leave()).toBe(true)

  expect(await titles(commandLine.url)).toEqual(['Botany'])
  await commandLine.stop()
  expect(findPostmaster(join(dataDir, 'cluster'))).toBeUndefined()
})

test('after a kill -9 of the server the next start finds the running cluster, and its stop ends it', async () => {
  const dataDir = sharedDataDir
  const server = await holdIt(dataDir)
  const before = running(dataDir)
  await server.kill()

  const next = await start(dataDir)

  expect(running(dataDir)).toEqual(before)
  expect(await titles(next.url)).toEqual(['Botany'])
  await next.stop()
  expect(isAlive(before)).toBe(false)
})

test('after a kill -9 of PostgreSQL the next start recovers it, though an orphan is still busy', async () => {
  const dataDir = await dataDirWithCourse()
  const first = await start(dataDir)
  await query(first.url, `insert into course values ('Zoology')`)
  // A loop without pauses does not notice its postmaster's death. It ends by itself, should this
  // test be killed first.
  const busyLoop = `do $$ declare ending timestamptz := clock_timestamp() + interval '1 minute'; begin while clock_timestamp() < ending loop end loop; end $$`
  const orphan = query(first.url, busyLoop).catch((error: unknown) => error)
  const isBusy = `select 1 from pg_stat_activity where state = 'active' and query like 'do %'`
  await expect.poll(() => query(first.url, isBusy)).toHaveLength(1)
  process.kill(running(dataDir).pid, 'SIGKILL')

  const second = await start(dataDir)

  expect(await orphan).toBeInstanceOf(Error)
  expect(await titles(second.url)).toEqual(['Botany', 'Zoology'])
})

test('a pid file whose number was reused by a different process does not prevent a start', async () => {
  const dataDir = sharedDataDir
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid')
  const first = await start(dataDir)
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  // Belongs to the same account but is not our process: PostgreSQL ignores the numbers of others
  // and of its parent.
  const owner = process.geteuid?.() === 0 ? { uid: statSync(join(dataDir, 'cluster')).uid } : {}
  const bystander = spawn('/bin/sleep', ['60'], { ...owner, stdio: 'ignore' })
  try {
    writeFileSync(pidFile, [bystander.pid, ...rest].join('\n'))

    const second = await start(dataDir)

    expect(await titles(second.url)).toEqual(['Botany'])
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  } finally {
    bystander.kill()
  }
})

test('notes of dead holders, and of processes that reuse their numbers, do not keep it running', async () => {
  const dataDir = sharedDataDir
  const database = await start(dataDir)
  writeFileSync(join(dataDir, 'holders', `${process.pid}-1-00000000`), '')
  writeFileSync(join(dataDir, 'holders', '999999999-1-00000000'), '')

  await database.stop()

  expect(findPostmaster(join(dataDir, 'cluster'))).toBeUndefined()
  expect(readdirSync(join(dataDir, 'holders'))).toEqual([])
})

test('when its port is taken it moves to a different one, and stays there', async () => {
  const dataDir = sharedDataDir
  const first = await start(dataDir)
  await first.stop()
  const squatter = createServer()
  await new Promise<void>((resolve) =>
    squatter.listen(Number(new URL(first.url).port), '127.0.0.1', resolve),
  )

  const second = await start(dataDir)
  squatter.close()

  expect(second.url).not.toBe(first.url)
  expect(await titles(second.url)).toEqual(['Botany'])
  await second.stop()
  expect((await start(dataDir)).url).toBe(second.url)
})

test('a copy of a running installation never joins the original', async () => {
  const original = await dataDirWithCourse()
  const copy = join(await folder(), 'postgres')
  const first = await start(original)
  await cp(original, copy, { recursive: true })
  expect(existsSync(join(copy, 'cluster', 'postmaster.pid'))).toBe(true)

  const second = await start(copy)
  await query(second.url, `insert into course values ('Zoology')`)

  expect(second.url).not.toBe(first.url)
  expect(await titles(first.url)).toEqual(['Botany'])
  await second.stop()
  expect(await titles(first.url)).toEqual(['Botany'])
})

test('Ctrl-C leaves the database running while the server drains, and then the server stops both', async () => {
  const dataDir = sharedDataDir
  const server = await holdIt(dataDir)
  const postmaster = running(dataDir)

  // hold.ts queries the database once more after the signal, and fails if it cannot.
  expect(await server.interruptGroup()).toBe(true)

  expect(isAlive(postmaster)).toBe(false)
})

test('when the folder is removed under a running server, stop still ends PostgreSQL', async () => {
  const dataDir = await dataDirWithCourse()
  const database = await start(dataDir)
  const postmaster = running(dataDir)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })

  await database.stop()

  expect(isAlive(postmaster)).toBe(false)
})

describe.skipIf(process.geteuid?.() !== 0)('as root, below a folder that only root enters', () => {
  /** Moves the database outside, and returns what is said about it. */
  async function movedDataDir() {
    const closed = await folder()
    await chmod(closed, 0o700)
    const dataDir = join(closed, 'postgres')
    const said: string[] = []
    const speaking = pino({}, { write: (line: string) => void said.push(line) })
    const startSpeaking = async () => {
      said.length = 0
      const share = await startEmbeddedPostgres({ dataDir, log: speaking, settings })
      shares.push(share)
      outside.push(share.clusterDir)
      return share
    }
    return { dataDir, said, startSpeaking }
  }
  const outside: string[] = []
  afterEach(async () => {
    await Promise.allSettled(shares.map((share) => share.stop()))
    for (const path of outside.splice(0).flatMap((cluster) => [cluster, `${cluster}.for`]))
      await rm(path, { recursive: true, force: true })
  })

  test('the log and a note say where the database is and how to delete it, at every start', async () => {
    const { dataDir, said, startSpeaking } = await movedDataDir()
    for (let count = 0; count < 2; count++) {
      const { clusterDir, stop } = await startSpeaking()
      expect(clusterDir).not.toContain(dataDir)
      expect(said.join()).toContain(`rm -rf ${clusterDir} ${clusterDir}.for`)
      const note = readFileSync(join(dataDir, 'DATABASE-IS-ELSEWHERE.txt'), 'utf8')
      expect(note).toContain(`rm -rf ${clusterDir} ${clusterDir}.for`)
      expect(findAbandonedClusters(dataDir).map((one) => one.clusterDir)).not.toContain(clusterDir)
      await stop()
    }
  })

  test('a database whose folder was deleted is named, also while it runs, and not used again', async () => {
    const { dataDir, said, startSpeaking } = await movedDataDir()
    const first = await startSpeaking()
    await query(first.url, 'create table course (title text)')
    const { pid } = findPostmaster(first.clusterDir) ?? { pid: 0 }
    rmSync(dataDir, { recursive: true })

    expect(findAbandonedClusters('/elsewhere')).toContainEqual({
      clusterDir: first.clusterDir,
      dataDir,
    })
    expect(removalOf(first.clusterDir)).toBe(
      `kill ${pid}; rm -rf ${first.clusterDir} ${first.clusterDir}.for`,
    )
    await first.stop()

    const second = await startSpeaking()
    expect(second.clusterDir).not.toBe(first.clusterDir)
    await expect(titles(second.url)).rejects.toThrow('does not exist')
    const warnings = said.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringContaining(`rm -rf ${first.clusterDir} ${first.clusterDir}.for`),
    ])
    await rm(`${first.clusterDir}.for`)
    expect(findAbandonedClusters(dataDir).map((one) => one.clusterDir)).toEqual(
      expect.arrayContaining([first.clusterDir]),
    )
  })

  test('a database that another process is still creating keeps its owner', async () => {
    const slow = await movedDataDir()
    const { clusterDir, stop } = await slow.startSpeaking()
    await stop()
    rmSync(clusterDir, { recursive: true })

    await (await movedDataDir()).startSpeaking()
    expect(readFileSync(`${clusterDir}.for`, 'utf8')).toBe(slow.dataDir)

    rmSync(slow.dataDir, { recursive: true })
    await (await movedDataDir()).startSpeaking()
    expect(existsSync(`${clusterDir}.for`)).toBe(false)
  })

  test('a copy whose database is inside again has no note about the original’s', async () => {
    const { dataDir, startSpeaking } = await movedDataDir()
    await startSpeaking()
    const copy = join(await folder(), 'postgres')
    await cp(dataDir, copy, { recursive: true })

    const { clusterDir } = await start(copy)

    expect(clusterDir).toBe(join(copy, 'cluster'))
    expect(existsSync(join(copy, 'DATABASE-IS-ELSEWHERE.txt'))).toBe(false)
  })
})

test('a database that was dropped is created again', async () => {
  const dataDir = await dataDirWithCourse()
  const first = await start(dataDir)
  await query(first.url.replace(/lyceum$/, 'postgres'), 'drop database lyceum')
  await first.stop()

  const second = await start(dataDir)

  expect(await query(second.url, 'select current_database() as name')).toEqual([{ name: 'lyceum' }])
})

test.each(['', 'cluster'])(
  'data of a different major version is refused with both numbers and not touched (in "%s")',
  async (place) => {
    const dataDir = await emptyDataDir()
    mkdirSync(join(dataDir, place), { recursive: true })
    writeFileSync(join(dataDir, place, 'PG_VERSION'), '17\n')

    await expect(start(dataDir)).rejects.toThrow(
      /PostgreSQL 17.*PostgreSQL 18.*Nothing was changed.*pg_dump/,
    )

    expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(
      place === '' ? ['PG_VERSION'] : ['cluster', 'cluster/PG_VERSION'],
    )
  },
)

test('a start that fails reports what PostgreSQL printed last, and leaves nothing running', async () => {
  const dataDir = sharedDataDir

  await expect(start(dataDir, { shared_buffers: 'plenty' })).rejects.toThrow(
    /could not start.*invalid value for parameter "shared_buffers"/s,
  )

  expect(postgresProcessesOf(join(dataDir, 'cluster'))).toEqual([])
  expect(await titles((await start(dataDir)).url)).toEqual(['Botany'])
})

test('the remains of a start that was killed halfway are removed', async () => {
  const dataDir = await emptyDataDir()
  mkdirSync(join(dataDir, 'cluster.new-0badcafe', 'base'), { recursive: true })

  await start(dataDir)

  expect(readdirSync(dataDir).sort()).toEqual([
    'cluster',
    'cluster.json',
    'holders',
    'lock',
    'postgres.log',
  ])
})

test('a lost password file is named in the error, instead of a database without access', async () => {
  const dataDir = await dataDirWithCourse()
  rmSync(join(dataDir, 'cluster.json'))

  await expect(start(dataDir)).rejects.toThrow(/cluster\.json.*password.*is gone/)
})

test('a file where the folder should be is named in the error', async () => {
  const dataDir = await emptyDataDir()
  writeFileSync(dataDir, '')

  await expect(start(dataDir)).rejects.toThrow(`${dataDir} cannot be a folder`)
})

test.skipIf(process.geteuid?.() === 0)(
  'a folder that may not be written to is named, with the account',
  async () => {
    const dataDir = await emptyDataDir()
    mkdirSync(dataDir, { mode: 0o500 })

    await expect(start(dataDir)).rejects.toThrow(`may not write to ${dataDir}`)
  },
)

test.each([
  ['win32', 'x64'],
  ['linux', 'mips'],
])('on %s-%s it names the platform and the way out', (platform, arch) => {
  expect(() => findPackage(platform, arch)).toThrow(new RegExp(`${platform}-${arch}.*DATABASE_URL`))
})

test('the log file starts anew once it is larger than 5 MB', async () => {
  const dataDir = sharedDataDir
  const file = join(dataDir, 'postgres.log')
  truncateSync(file, 6 * 1024 * 1024)

  await start(dataDir)

  expect(statSync(file).size).toBeLessThan(64 * 1024)
})

test('links that npm did not create without install scripts are created, even in two copies at once', async () => {
  const scriptless = join(await folder(), 'native')
  await cp(findPackage().native, scriptless, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
  await expect(runProgram(scriptless)).rejects.toThrow('cannot open shared object file')

  const copy = join(dirname(scriptless), 'copy')
  await Promise.all([copyPackage(scriptless, copy), copyPackage(scriptless, copy)])
  await completeLinks(scriptless)

  await expect(runProgram(scriptless)).resolves.toContain('PostgreSQL) 18')
  await expect(runProgram(copy)).resolves.toContain('PostgreSQL) 18')
  expect(readdirSync(dirname(copy)).sort()).toEqual(['copy', 'native'])
})

async function start(
  dataDir: string,
  more: EmbeddedPostgresOptions['settings'] = {},
): Promise<EmbeddedPostgres> {
  const share = await startEmbeddedPostgres({ dataDir, log, settings: { ...settings, ...more } })
  shares.push(share)
  return share
}

async function holdIt(dataDir: string, options: HoldOptions = {}): Promise<HolderProcess> {
  const holder = await hold(dataDir, { settings, ...options })
  holders.push(holder)
  return holder
}

function running(dataDir: string): { pid: number; startedAt: number } {
  const postmaster = findPostmaster(join(dataDir, 'cluster'))
  if (postmaster === undefined) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return postmaster
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'lyceum-postgres-'))
  // Opens it to the account that runs PostgreSQL when these tests run as root: otherwise the
  // cluster would move to /var/lib.
  await chmod(made, 0o755)
  folders.push(made)
  return made
}

async function emptyDataDir(): Promise<string> {
  return join(await folder(), 'postgres')
}

async function dataDirWithCourse(): Promise<string> {
  const dataDir = await emptyDataDir()
  await cp(sharedDataDir, dataDir, { recursive: true })
  return dataDir
}

async function remove(made: string): Promise<void> {
  await stopWhateverRuns(join(made, 'postgres'))
  await rm(made, { recursive: true, force: true, maxRetries: 5 })
}

async function stopWhateverRuns(dataDir: string): Promise<void> {
  const left = findPostmaster(join(dataDir, 'cluster'))
  if (left !== undefined) await stopPostmaster(left, log)
}

async function titles(url: string): Promise<unknown[]> {
  return (await query(url, 'select title from course order by title')).map(({ title }) => title)
}

async function query(url: string, statement: string): Promise<QueryResultRow[]> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function runProgram(native: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(native, 'bin', 'postgres'), ['--version'], {
    env: {},
  })
  return stdout
}
