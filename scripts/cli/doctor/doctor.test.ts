import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createSigningFile } from '../../../server/adapters/pdf-printer/pdf/signing-file.ts'
import { academyFolder } from '../../../server/config/academy-settings.ts'
import { readConfig } from '../../../server/config/config.ts'
import { createKeys } from '../../../server/security/key-ring/keys.ts'
import { startIdentityProvider } from '../../../server/test/identity-providers/identity-provider.ts'
import { givenCommandLine } from '../test/command-line.ts'
import { checkSignature } from './certificates.ts'
import { checkConfiguration } from './configuration.ts'
import { judgeVersion } from './database.ts'
import { checkKeys } from './keys.ts'
import { checkClock, checkDataFolder, checkNode, judgeDiskSpace } from './machine.ts'
import { checkMediaStorage } from './media.ts'
import { checkAcademy, checkProviders, judgeLook } from './outside.ts'

interface Item {
  check: string
  state: string
  detail: string
  remedy?: string
}

const allChecks = [
  'node',
  'configuration',
  'keys',
  'database',
  'timeouts',
  'migrations',
  'data keys',
  'clock',
  'browser',
  'sandbox',
  'fonts',
  'signature',
  'storage',
  'media',
  'mail',
  'rate limits',
  'data folder',
  'disk space',
]

describe('the doctor', () => {
  test('finds nothing to fix when all is well', async () => {
    await using lyceum = await givenCommandLine()

    const { code, json, stderr } = await lyceum.run(['doctor', '--json'])

    const items: Item[] = json.items
    const browser = items.find(({ check }) => check === 'browser')
    if (browser?.state !== 'ok')
      console.warn(`SKIPPED IN PART, because there is no browser: ${browser?.detail}`)
    const expected =
      browser?.state === 'ok'
        ? items
        : items.filter(({ check }) => !['browser', 'sandbox', 'fonts'].includes(check))
    expect(items.map(({ check }) => check)).toEqual(allChecks)
    expect(expected.filter(({ state }) => state !== 'ok')).toEqual([])
    expect([json.state, code]).toEqual(browser?.state === 'ok' ? ['ok', 0] : ['failed', 1])
    expect(stderr).toBe(
      'Checking the database\nPrinting a page with the browser; this takes a while the first time\nChecking the mail server\n',
    )
  })

  test('runs every check although others failed, and says how to fix problems', async () => {
    await using lyceum = await givenCommandLine()
    await chmod(join(lyceum.dataDir, 'keys/keys.json'), 0o644)

    const { code, stdout, stderr } = await lyceum.run(['doctor'], {
      CHROMIUM_PATH: '/nonexistent',
      PORT: 'abc',
      DATABASE_URL: 'postgres://hidden-user:hidden-password@127.0.0.1:1/lyceum',
      SMTP_URL: 'smtp://hidden-user:hidden-password@127.0.0.1:1',
    })

    expect(code).toBe(1)
    expect(stdout).toMatch(/^failed +configuration +PORT: .+\n +→ Correct these settings/m)
    expect(stdout).toMatch(/^ok +node /m)
    expect(stdout).toMatch(
      /^failed +keys +\S+ has mode 0644: others can read it\n +→ Run `chmod 600 \S+`\.$/m,
    )
    expect(stdout).toMatch(
      /^failed +database +The database at 127\.0\.0\.1:1 does not answer\.\n +→ Start PostgreSQL/m,
    )
    expect(stdout).toMatch(/^failed +browser +.*\/nonexistent.*\n +→ .*CHROMIUM_PATH/m)
    expect(stdout).toMatch(
      /^failed +mail +127\.0\.0\.1:1 does not answer as a mail server \(\w+\)\n +→ /m,
    )
    expect(stdout).toMatch(/^ok +disk space /m)
    expect(stdout).toMatch(/\nSomething has to be fixed first: see above\.\n$/)
    expect(stdout + stderr).not.toContain('hidden')
  })

  test('lists what production requires, and starts no database instead', async () => {
    await using lyceum = await givenCommandLine({ database: false, keys: false })

    const { code, json } = await lyceum.run(['doctor', '--json'], {
      NODE_ENV: 'production',
      PORT: 'abc',
      CHROMIUM_PATH: '/nonexistent',
    })

    const details = Object.fromEntries(
      json.items.map(({ check, state, detail }: Item) => [check, `${state}: ${detail}`]),
    )
    expect(code).toBe(1)
    expect(details).toMatchObject({
      configuration: expect.stringMatching(
        /^failed: PORT: .+; DATABASE_URL: required in production; PUBLIC_URL: .+; SMTP_URL: .+$/,
      ),
      keys: expect.stringMatching(/^failed: there is no /),
      database: 'failed: DATABASE_URL is wrong or missing',
      mail: 'failed: SMTP_URL is wrong or missing',
      'data folder': expect.stringMatching(/^ok: /),
    })
  })
})

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://a:hidden@db/b',
  PUBLIC_URL: 'https://learn.example.org',
  SMTP_URL: 'smtps://a:hidden@mail',
}

test('unsafe settings of production are warnings, and those it refuses are problems', () => {
  const findingOf = (settings: Record<string, string>) =>
    checkConfiguration({ ...production, ...settings }).finding

  expect(findingOf({})).toMatchObject({ state: 'ok' })
  expect(findingOf({ CORS_ORIGINS: '*', RATE_LIMIT_SCALE: '50' })).toMatchObject({
    state: 'warning',
    detail: expect.stringMatching(/^CORS_ORIGINS: .+; RATE_LIMIT_SCALE: .+/),
  })
  expect(findingOf({ SMTP_URL: 'smtp://mail', SMTP_REQUIRE_TLS: 'false' })).toMatchObject({
    state: 'warning',
    detail: expect.stringMatching(/^SMTP_URL: .+TLS/),
  })
  for (const [name, value] of [
    ['PUBLIC_URL', 'http://learn.example.org'],
    ['RATE_LIMIT_SCALE', '101'],
    ['CORS_ORIGINS', 'null'],
    ['TRUST_PROXY', '::/0'],
  ] as const) {
    const { state, detail } = findingOf({ [name]: value, HOST: '0.0.0.0' })
    expect([state, detail]).toEqual([
      'failed',
      expect.stringMatching(new RegExp(`^${name}: [^;]+$`)),
    ])
  }
})

test('keys that their group can read are a warning, and those that everybody can fail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-doctor-'))
  const file = join(folder, 'keys.json')
  await createKeys(file)
  const states: string[] = []
  for (const mode of [0o600, 0o400, 0o640, 0o440, 0o644, 0o604]) {
    await chmod(file, mode)
    const source = { keysFile: file, keysText: undefined }
    states.push((await checkKeys(source, { production: true })).state)
  }
  await rm(folder, { recursive: true })

  expect(states).toEqual(['ok', 'ok', 'warning', 'warning', 'failed', 'failed'])
})

test('a database that is too old fails, one that is too new is a warning', () => {
  const stateOf = (majorVersion: number) =>
    judgeVersion({ majorVersion, version: `${majorVersion}.1` }, 'embedded').state
  expect([14, 15, 18, 19].map(stateOf)).toEqual(['failed', 'ok', 'ok', 'warning'])
})

test('a clock that cannot be right fails, one that differs from the database by 2 s is a warning, by 10 s a failure', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(checkClock(new Date(0), 0).state).toBe('failed')
  expect([undefined, 0, -1_900].map((ahead) => checkClock(now, ahead).state)).toEqual([
    'ok',
    'ok',
    'ok',
  ])
  expect(checkClock(now, 2_100).state).toBe('warning')
  expect(checkClock(now, -3_600_000)).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('is 3600 s behind'),
  })
})

test('a nearly full disk is a warning, a full one fails', () => {
  const stateOf = (freeMebibytes: number) =>
    judgeDiskSpace('/data', freeMebibytes * 1024 ** 2).state
  expect([199, 200, 1023, 1024].map(stateOf)).toEqual(['failed', 'warning', 'warning', 'ok'])
})

test('a node that is too old and a folder that cannot be created fail', async () => {
  expect([checkNode('22.20.0').state, checkNode('24.0.0').state]).toEqual(['failed', 'ok'])
  expect(await checkDataFolder('/dev/null/data')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('ENOTDIR'),
  })
})

test('for the other checks, wrong settings count as not set', () => {
  const { config, wrong, finding } = checkConfiguration({
    LOG_LEVEL: 'loud',
    SMTP_URL: 'nonsense',
    DATA_DIR: '/data',
  })
  expect([...wrong]).toEqual(['SMTP_URL', 'LOG_LEVEL'])
  expect(config).toMatchObject({ dataDir: '/data', smtpUrl: undefined, logLevel: 'info' })
  expect(finding.state).toBe('failed')
})

test('a setting that requires a missing one stops neither its check nor the others', () => {
  const { config, wrong } = checkConfiguration({
    OAUTH_SCHOOL_CLIENT_ID: 'lyceum',
    DATA_DIR: '/data',
  })
  expect([...wrong]).toEqual(['OAUTH_SCHOOL_CLIENT_SECRET'])
  expect(config).toMatchObject({ dataDir: '/data', oauthProviders: [] })
})

test('sign-in providers are checked one by one', async () => {
  await using provider = await startIdentityProvider({ redirectUris: ['https://localhost/'] })
  const gone = { ...provider.config, name: 'gone-school', issuer: 'http://127.0.0.1:1' }

  const findings = await checkProviders({
    ...readConfig({}),
    oauthProviders: [provider.config, gone],
  })
  expect(findings).toMatchObject([
    { check: 'sign-in, school', state: 'ok' },
    {
      check: 'sign-in, gone-school',
      state: 'failed',
      remedy: 'Correct OAUTH_GONE_SCHOOL_ISSUER, or make it reachable from this machine.',
    },
  ])
  expect(findings[1]?.detail).toContain('http://127.0.0.1:1 does not answer as a provider')
})

test('a page of certificates that hides a name is a problem, a logo that is left out a warning', () => {
  const { certificates, ...config } = readConfig({})
  const stateOf = (branding: object) =>
    judgeLook('{{name}} cannot be seen', {
      ...config,
      certificates: { ...certificates, branding: { ...certificates.branding, ...branding } },
    }).state

  const template = { html: '{{name}}', css: '#name { opacity: 0 }' }
  expect([{ template }, { background: 'data:' }, {}].map(stateOf)).toEqual([
    ...['failed', 'failed', 'warning'],
  ])
})

test('the doctor reports a signing certificate that has expired, and one that is about to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-doctor-'))
  const file = join(folder, 'certificates.pem')
  const made = new Date('2026-11-21T00:00:00Z')
  await createSigningFile(file, 'Lyceum', made)
  const config = readConfig({ CERTIFICATE_SIGNING_FILE: file })
  const findingAfter = (days: number) =>
    checkSignature(config, new Date(made.getTime() + days * 86_400_000))

  const findings = await Promise.all([1, 20 * 365.25 - 20, 20 * 365.25 + 1].map(findingAfter))
  await rm(folder, { recursive: true })

  expect(findings.map(({ state }) => state)).toEqual(['ok', 'warning', 'failed'])
  expect(findings[2]?.detail).toContain('has expired: it ended on 2046-11-21')
})

test.each([
  ['MEDIA_S3_BUCKET', { MEDIA_STORAGE: 's3' }],
  ['CERTIFICATE_S3_BUCKET', { CERTIFICATE_STORAGE: 's3' }],
  ['REDIS_URL', { RATE_LIMIT_STORE: 'redis' }],
  ['STRIPE_SECRET_KEY', { PAYMENT_PROVIDER: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_a' }],
  ['DATABASE_MIGRATION_URL', { DATABASE_URL: 'postgres://db/b', DATABASE_POOLER: 'transaction' }],
])('a setting that others need is named, and everything else is examined: %s', (name, given) => {
  const { wrong, finding } = checkConfiguration(given)
  expect([...wrong]).toEqual([name])
  expect(finding.detail).toMatch(new RegExp(`^${name}: required with \\w+=\\w+`))
})

test('settings of files that are wrong or missing fail, whatever the rest would do', async () => {
  const { config, wrong } = checkConfiguration({ MEDIA_STORAGE: 's3' })
  expect(await checkMediaStorage(config, wrong)).toMatchObject({
    state: 'failed',
    detail: 'MEDIA_S3_BUCKET is wrong or missing',
  })
})

test('files of courses that cannot be stored fail, with the reason', async () => {
  const findingOf = (given: Record<string, string>) =>
    checkMediaStorage(readConfig(given), new Set())
  expect(await findingOf({ MEDIA_STORAGE: 'folder', MEDIA_FOLDER: '/dev/null/a' })).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('/dev/null/a: a file cannot be written (ENOTDIR)'),
  })
  for (const [name, value] of Object.entries({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }))
    vi.stubEnv(name, value)
  const bucket = { MEDIA_STORAGE: 's3', MEDIA_S3_BUCKET: 'files' }
  expect(await findingOf({ ...bucket, MEDIA_S3_ENDPOINT: 'http://127.0.0.1:1' })).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('(ECONNREFUSED)'),
  })
  vi.unstubAllEnvs()
})

test('an academy that nobody built is a warning that says how, and none where it is off', () => {
  const academyOf = (settings: Record<string, string>) =>
    checkAcademy(checkConfiguration({ ...settings, DATA_DIR: '/data' }).config)
  const isBuilt = existsSync(join(academyFolder, 'dist/index.html'))

  const found = checkAcademy({ ...checkConfiguration({}).config, academyIsMissing: true })
  expect(found).toMatchObject([{ state: 'warning', remedy: expect.stringContaining('Install') }])
  expect(academyOf({ ...production, ACADEMY: 'off' })).toEqual([])
  expect(academyOf(production)).toHaveLength(isBuilt ? 0 : 1)
})
