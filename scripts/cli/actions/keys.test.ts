import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findUserByEmail } from '../../../db/queries/people/users/users.ts'
import { createKeys, readKeys } from '../../../server/security/key-ring/keys.ts'
import { startApi } from '../../../server/test/api.ts'
import { makeTestDatabase } from '../../../server/test/database.ts'
import { removeFolder } from '../../../server/test/folder.ts'
import { type ServerProcess, startServerProcess } from '../../../server/test/server-process.ts'
import { givenCommandLine } from '../test/command-line.ts'

interface KeyLine {
  kind: string
  name: string
  state: string
}

function statesOf({ json }: { json: { items: KeyLine[] } }, kind: string): string[] {
  return json.items.filter((key) => key.kind === kind).map(({ state }) => state)
}

test('keys are rotated once however often it is run, listed without secrets, and pruned when nothing needs them', async () => {
  await using lyceum = await givenCommandLine({ database: await makeTestDatabase() })
  const file = join(lyceum.dataDir, 'keys/keys.json')
  const before = await readKeys(file)

  expect(
    statesOf(await lyceum.run(['keys', 'rotate', '--after', '1h', '--json']), 'signing'),
  ).toEqual(['in use', 'next'])
  expect(await lyceum.run(['keys', 'rotate'])).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('already'),
  })
  const all = await lyceum.run(['keys', 'rotate', '--pepper', '--codes', '--after', '0s', '--json'])
  expect([statesOf(all, 'peppers'), statesOf(all, 'codes')]).toEqual([
    ['former', 'in use'],
    ['former', 'in use'],
  ])

  const [list, pruned] = [
    await lyceum.run(['keys', 'list']),
    await lyceum.run(['keys', 'prune', '--json']),
  ]
  expect(list.stdout).toMatch(/^KIND +NAME +STATE +ACTIVE FROM\nsigning +\S+ +in use +-\n/)
  // No password is stored with the old pepper here; the old key of codes may still be needed.
  expect([
    statesOf(pruned, 'signing'),
    statesOf(pruned, 'peppers'),
    statesOf(pruned, 'codes'),
  ]).toEqual([['in use', 'next'], ['in use'], ['former', 'in use']])
  const after = await readKeys(file)
  for (const secret of [
    after.signing[1]?.d,
    before.signing[0]?.d,
    before.peppers[0]?.secret,
    after.codes[1]?.secret,
  ]) {
    for (const output of [list.stdout, list.stderr, all.stdout, all.stderr])
      expect(output).not.toContain(secret)
  }
  expect(after.signing[0]).toEqual(before.signing[0])
})

test('incorrect use is refused, and changes nothing', async () => {
  await using lyceum = await givenCommandLine({ database: await makeTestDatabase() })
  const file = join(lyceum.dataDir, 'keys/keys.json')
  const before = await readKeys(file)
  for (const args of [
    ['--after', 'soon'],
    ['--after', '-1h'],
    ['--pepper', '--compromised'],
  ]) {
    expect(await lyceum.run(['keys', 'rotate', ...args])).toMatchObject({ code: 2, stdout: '' })
  }
  expect(await readKeys(file)).toEqual(before)
})

test('two running servers take a new key without a restart, and no token fails on the way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-keys-'))
  onTestFinished(() => removeFolder(folder))
  await chmod(folder, 0o755)
  const keysFile = join(folder, 'keys.json')
  await createKeys(keysFile)
  const databaseUrl = await makeTestDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    KEYS_FILE: keysFile,
    BCRYPT_COST: '10',
    RATE_LIMIT_SCALE: '1000',
    SEED_DEMO: 'false',
    PUBLIC_URL: 'http://lyceum.test',
  }
  await using one = await startServerProcess(folder, settings)
  await using other = await startServerProcess(folder, settings)
  await Promise.all([one.ready(), other.ready()])
  await using lyceum = await givenCommandLine({ keys: false, database: databaseUrl })
  const keys = (...args: string[]) =>
    lyceum.run(['keys', ...args, '--json'], { KEYS_FILE: keysFile })

  const email = `ada-${crypto.randomUUID()}@example.com`
  const credentials = { email, password: 'correct horse battery staple' }
  await post(one, '/auth/signup', credentials)
  await lyceum.run(['user', 'verify', email], { KEYS_FILE: keysFile })
  const first = await tokenOf(one, credentials)

  const rotated = await keys('rotate', '--after', '12s')
  const [old, next] = rotated.json.items
    .filter(({ kind }: KeyLine) => kind === 'signing')
    .map(({ name }: KeyLine) => name)
  const published = async (server: ServerProcess): Promise<{ kid: string }[]> => {
    const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[]
    }
    return keys
  }
  // Both at once: together they must finish before the new key is in use.
  await Promise.all(
    [one, other].map((server) =>
      expect.poll(async () => (await published(server)).map(({ kid }) => kid)).toContain(next),
    ),
  )

  // Around the change, each server accepts the tokens of the other.
  const kids = new Set<string>()
  for (const deadline = Date.now() + 60_000; kids.size < 2 && Date.now() < deadline; ) {
    for (const [issuer, verifier] of [
      [one, other],
      [other, one],
    ] as const) {
      const token = await tokenOf(issuer, credentials)
      kids.add(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid)
      expect(await statusOf(verifier, token)).toBe(200)
    }
    // An account has at most 50 sessions, and the first one is needed below.
    await sleep(500)
  }
  expect([...kids]).toEqual([old, next])
  expect(await Promise.all([one, other].map((server) => statusOf(server, first)))).toEqual([
    200, 200,
  ])
  expect(statesOf(await keys('prune'), 'signing')).toEqual(['former', 'in use'])

  for (const key of (await Promise.all([one, other].map(published))).flat()) {
    for (const secret of ['d', 'k', 'p', 'q']) expect(key).not.toHaveProperty(secret)
  }

  // Leaked: nothing that the old keys signed is valid any more.
  await keys('rotate', '--compromised', '--yes')
  for (const server of [one, other]) await expect.poll(() => statusOf(server, first)).toBe(401)
  expect(await statusOf(other, await tokenOf(one, credentials))).toBe(200)

  // The logins above are on record, too: hundreds where the machine is fast.
  const audit = await lyceum.run(['audit', '--limit', '1000', '--json'], { KEYS_FILE: keysFile })
  const record = audit.json.items.filter(({ event }: { event: string }) =>
    event.startsWith('keys-'),
  )
  expect(record.slice(0, 2)).toMatchObject([
    {
      event: 'keys-rotated',
      actor: `operator:${userInfo().username}`,
      details: { kind: 'signing', compromised: true },
    },
    { event: 'keys-rotated', details: { kind: 'signing', compromised: false } },
  ])
})

function post({ url }: ServerProcess, path: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function tokenOf(server: ServerProcess, credentials: object): Promise<string> {
  const { token } = (await (await post(server, '/auth/login', credentials)).json()) as {
    token: string
  }
  return token
}

async function statusOf({ url }: ServerProcess, token: string): Promise<number> {
  return (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status
}

test('the data refuses other keys by name, and goes on with them on request: everybody sets a new password', async () => {
  const databaseUrl = await makeTestDatabase()
  await using api = await startApi({ databaseUrl })
  const { email } = await api.given.learner()
  await using lyceum = await givenCommandLine({ database: databaseUrl })
  expect(await lyceum.run(['user', 'list'])).toMatchObject({ code: 0 })
  await using other = await givenCommandLine({ keys: false, database: databaseUrl })
  await createKeys(join(other.dataDir, 'keys/keys.json'))

  const [refused, doctor] = [
    await other.run(['user', 'list']),
    await other.run(['doctor', '--json']),
  ]
  const rehearsed = await other.run(['keys', 'adopt', '--dry-run', '--json'])
  const stillRefused = await other.run(['user', 'list'])
  const adopted = await other.run(['keys', 'adopt', '--yes', '--json'])

  for (const { code, stderr } of [refused, stillRefused]) {
    expect(code).not.toBe(0)
    expect(stderr).toMatch(
      /not the keys that the data was written with: .*peppers 1 \([\da-f]{12}\) is/,
    )
    expect(stderr).toContain('keys adopt')
  }
  expect(doctor.json.items).toContainEqual(
    expect.objectContaining({
      check: 'data keys',
      state: 'failed',
      detail: expect.stringContaining('peppers 1'),
    }),
  )
  const { wrong } = adopted.json
  expect(adopted.json).toEqual({ wrong, passwords: 1, sessions: 1 })
  expect(rehearsed.json).toEqual({ ...adopted.json, dryRun: true })
  expect((await other.run(['keys', 'adopt', '--yes', '--json'])).json.wrong).toEqual([])
  expect(await other.run(['user', 'list'])).toMatchObject({ code: 0 })
  expect((await lyceum.run(['user', 'list'])).code).not.toBe(0)
  const user = await findUserByEmail(api.deps.db, email)
  expect([user?.passwordHash, user?.pepperVersion]).toEqual([null, null])
})
