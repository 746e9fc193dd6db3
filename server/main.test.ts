import { spawn } from 'node:child_process'
import { access, chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createKeys } from './security/key-ring/keys.ts'
import { makeTestDatabase } from './test/database.ts'
import { removeFolder } from './test/folder.ts'
import { freePort } from './test/free-port.ts'
import { type ServerProcess, startServerProcess } from './test/server-process.ts'

let folder: string

/** Simulates `npm ci --omit=dev`. */
const withoutTracing = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
   registerHooks({
     resolve: (name, context, next) => next(name.replace('@opentelemetry/sdk-', '$&missing-'), context),
   })`,
)}`

/** Asks a server to stop at the moment in which it listens. */
const stopped = `--import=data:text/javascript,${encodeURIComponent(
  `import { Server } from 'node:net'
   const { emit } = Server.prototype
   Server.prototype.emit = function (event, ...rest) {
     if (event === 'listening') process.kill(process.pid, 'SIGTERM')
     return emit.call(this, event, ...rest)
   }`,
)}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-main-'))
  await chmod(folder, 0o755)
})
afterAll(() => removeFolder(folder))

const startServer = (settings: Record<string, string>) => startServerProcess(folder, settings)

describe('with a configuration that cannot work it says why, without any secret, and exits', () => {
  test.each([
    ['a malformed DATABASE_URL', { DATABASE_URL: 'mysql://root:hush@db' }, 'DATABASE_URL'],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://lyceum:hush@127.0.0.1:1/lyceum' },
      '127.0.0.1:1',
    ],
    [
      'traces without the packages for them',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', NODE_OPTIONS: withoutTracing },
      'npm run tracing:install',
    ],
    ['production without anything', { NODE_ENV: 'production' }, 'SMTP_URL: required in production'],
    [
      'production without keys',
      {
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/b',
        PUBLIC_URL: 'https://a.example',
        SMTP_URL: 'smtps://a:hush@b',
        KEYS_FILE: '/nowhere/keys.json',
      },
      'keys create',
    ],
    ['development that others can reach', { HOST: '0.0.0.0' }, 'HOST: development listens on'],
    ['proxies that are everybody', { TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY: must be the IP'],
  ])('%s', async (_, settings, word) => {
    await using server = await startServer(settings as Record<string, string>)

    expect(await server.exit).toBe(1)
    expect(server.output()).toContain(word)
    expect(server.output()).not.toContain('hush')
  })
})

test('production refuses keys that everybody can read, and warns of what was left open', async () => {
  const file = join(folder, 'open/keys.json')
  await createKeys(file)
  await chmod(file, 0o644)
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/b',
    PUBLIC_URL: 'https://a.example',
    SMTP_URL: 'smtp://a:hush@b',
    SMTP_REQUIRE_TLS: 'false',
    CORS_ORIGINS: '*',
    KEYS_FILE: file,
  }

  await using server = await startServer(settings)

  expect(await server.exit).toBe(1)
  expect(server.output()).toContain(`Run: chmod 600 ${file}`)
  expect(server.output()).toMatch(/"warning":"CORS_ORIGINS: /)
  expect(server.output()).toMatch(/"warning":"SMTP_URL: /)
  expect(server.output()).not.toContain('hush')

  await chmod(file, 0o640)
  await using closed = await startServer(settings)
  expect(await closed.exit).toBe(1)
  expect(closed.output()).toContain('127.0.0.1:1')
})

test('a folder that takes no files of courses is named at the start, and the server goes on', async () => {
  await createKeys(join(folder, 'data/keys/keys.json'))
  await using server = await startServer({
    DATABASE_URL: await makeTestDatabase(),
    SEED_DEMO: 'false',
    MEDIA_STORAGE: 'folder',
    MEDIA_FOLDER: '/dev/null/media',
  })
  await server.ready()
  await expect
    .poll(() => server.output())
    .toMatch(/ENOTDIR.+files of courses cannot be stored: correct MEDIA_STORAGE/)
})

test('three servers that start at once on an empty database all get ready', async () => {
  const name = `${inject('template')}_servers`
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await administrator.end()
  await createKeys(join(folder, 'data/keys/keys.json'))
  const settings = { DATABASE_URL: `${inject('serverUrl')}${name}`, SEED_DEMO: 'false' }

  await using one = await startServer(settings)
  await using two = await startServer(settings)
  await using three = await startServer(settings)

  await Promise.all([one.ready(), two.ready(), three.ready()])
})

test('asked to stop while it waits to migrate, it ends at once, with 0 and without a complaint', async () => {
  const name = `${inject('template')}_stopped`
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await administrator.end()
  const database = new Client({ connectionString: `${inject('serverUrl')}${name}` })
  await database.connect()
  await database.query('select pg_advisory_lock(1819894629)')

  await using server = await startServer({ DATABASE_URL: `${inject('serverUrl')}${name}` })
  const migrators = async () =>
    (
      await database.query(
        "select from pg_stat_activity where application_name = 'lyceum-migrate' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(migrators, { interval: 10, timeout: 60_000 }).toBe(1)
  server.process.kill('SIGTERM')

  expect(await server.exit).toBe(0)
  expect(server.output()).not.toContain('cannot start')
  await database.end()
})

test('asked to stop, it finishes its requests, is no longer ready, and exits with 0', async () => {
  const databaseUrl = await makeTestDatabase()
  await using server = await startServer({
    DATABASE_URL: databaseUrl,
    SEED_DEMO: 'false',
    BCRYPT_COST: '10',
  })
  await server.ready()
  const administrator = new Client({ connectionString: databaseUrl })
  await administrator.connect()
  await administrator.query('begin; lock table users in access exclusive mode')

  const inHand = fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'correct horse battery staple' }),
  })
  const waiting = async () =>
    (
      await administrator.query(`select from pg_locks where not granted
       and database = (select oid from pg_database where datname = current_database())`)
    ).rowCount
  await expect.poll(waiting, { interval: 10 }).toBe(1)
  server.process.kill('SIGTERM')
  await expect.poll(server.output).toContain('stopping')
  await administrator.query('rollback')
  await administrator.end()

  expect((await inHand).status).toBe(401)
  expect(await server.exit).toBe(0)
  await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
})

describe('asked to stop, with a delay', () => {
  const settings = async (delay: string) => ({
    DATABASE_URL: await makeTestDatabase(),
    SEED_DEMO: 'false',
    DRAIN_DELAY: delay,
  })

  test('it still takes requests, is no longer ready, and ends kept connections', async () => {
    await using server = await startServer(await settings('2s'))
    await server.ready()
    const began = performance.now()
    server.process.kill('SIGTERM')
    await expect.poll(server.output, { interval: 10 }).toContain('stopping')

    const [ready, live] = [await fetch(`${server.url}/readyz`), await fetch(`${server.url}/livez`)]
    expect([ready.status, live.status]).toEqual([503, 200])
    expect(live.headers.get('connection')).toBe('close')
    expect(await server.exit).toBe(0)
    expect(performance.now() - began).toBeGreaterThanOrEqual(2_000)
  })

  test('also as soon as it listens, before it has announced itself', async () => {
    await using server = await startServer({ ...(await settings('2s')), NODE_OPTIONS: stopped })
    await expect.poll(server.output, { interval: 10, timeout: 60_000 }).toContain('stopping')

    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(await server.exit).toBe(0)
  })

  test('the answer to a request that was in progress before ends its connection, too', async () => {
    const given = await settings('2s')
    await using server = await startServer({ ...given, BCRYPT_COST: '10' })
    await server.ready()
    const administrator = new Client({ connectionString: given.DATABASE_URL })
    await administrator.connect()
    await administrator.query('begin; lock table users in access exclusive mode')
    const inHand = fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'correct horse' }),
    })
    const waiting = async () =>
      (
        await administrator.query(`select from pg_locks where not granted
       and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount
    await expect.poll(waiting, { interval: 10 }).toBe(1)
    server.process.kill('SIGTERM')
    await expect.poll(server.output, { interval: 10 }).toContain('stopping')
    await administrator.query('rollback')
    await administrator.end()

    const answer = await inHand
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close'])
    expect(await server.exit).toBe(0)
  })

  test('asked again, it ends at once', async () => {
    await using server = await startServer(await settings('60s'))
    await server.ready()
    server.process.kill('SIGTERM')
    await expect.poll(server.output, { interval: 10 }).toContain('stopping')
    server.process.kill('SIGINT')

    expect(await server.exit).toBe(1)
    expect(server.output()).toContain('ends at once')
  })
})

test('asked to stop during the start, it leaves no PostgreSQL behind', async () => {
  const dataDir = join(folder, 'interrupted')
  await using server = await startServer({ DATA_DIR: dataDir })
  await expect.poll(server.output, { timeout: 60_000 }).toContain('Creating a new PostgreSQL')
  server.process.kill('SIGTERM')

  expect(await server.exit).toBe(0)
  await expect(access(join(dataDir, 'postgres/cluster/postmaster.pid'))).rejects.toThrow('ENOENT')
})

test('everything that was confirmed is still there after a kill -9', async () => {
  const databaseUrl = await makeTestDatabase()
  const settings = { DATABASE_URL: databaseUrl, SEED_DEMO: 'false', BCRYPT_COST: '10' }
  const register = async ({ url }: ServerProcess) =>
    fetch(`${url}/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery staple' }),
    })
  await using first = await startServer(settings)
  await first.ready()
  expect((await register(first)).status).toBe(201)
  first.process.kill('SIGKILL')
  await first.exit

  await using second = await startServer(settings)
  await second.ready()

  expect((await register(second)).status).toBe(409)
})

test('a server whose npm was killed ends, and its port is free', async () => {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: await makeTestDatabase(),
      SEED_DEMO: 'false',
      ACADEMY: 'off',
    },
    stdio: 'ignore',
  })
  const status = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.status,
      () => undefined,
    )
  await expect.poll(status, { timeout: 100_000 }).toBe(200)

  npm.kill('SIGKILL')

  await expect.poll(status, { timeout: 60_000 }).toBeUndefined()
})
