import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, readSomeConfig, Settings } from './config.ts'
import { settingNames, variableOf } from './school-settings.ts'
import { problemsWith, production } from './test-support.ts'

test('every setting is read: no operator sets one that does nothing', () => {
  const sources = globSync(join(import.meta.dirname, '*.ts')).filter((file) => !/test/.test(file))
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isRead = (name: string) => new RegExp(`[.]${name}\\b|[{ ]${name}(: \\w+)?(,| })`).test(text)
  // Those of files are read by one rule.
  const names = Object.keys(Settings.shape).filter((name) => !name.endsWith('_FILE'))
  const keyOf = Object.fromEntries(settingNames.map((name) => [variableOf(name), name]))
  const unread = names.filter((name) => !isRead(keyOf[name] ?? name) && name !== 'KEYS_FILE')
  expect(unread).toEqual([])
})

describe('production', () => {
  test('starts with the required settings, and with nothing meant for development', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      publicUrl: 'https://learn.example.org',
      paymentProvider: 'none',
      seedDemo: false,
      corsOrigins: [],
      loopbackReturnUrls: false,
      trustProxy: false,
      bcryptCost: 12,
      tokenTtlMilliseconds: 12 * 3_600_000,
      rateLimitScale: 1,
      publicOperations: [],
    })
  })

  test.each(['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'])(
    'refuses to start without %s and names it',
    (name) => {
      for (const nothing of [undefined, '', '  ']) {
        const { [name]: _given, ...others } = production as Record<string, string>
        expect(
          problemsWith({ ...others, ...(nothing !== undefined && { [name]: nothing }) }),
        ).toEqual([`${name}: required in production`])
      }
    },
  )

  test('names everything that is missing at once', () => {
    expect(problemsWith({ NODE_ENV: 'production' }).map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'PUBLIC_URL',
      'SMTP_URL',
    ])
  })

  test.each([
    ['PUBLIC_URL', 'http://learn.example.org'],
    ['RATE_LIMIT_SCALE', '101'],
  ])('refuses %s=%s, which development takes', (name, value) => {
    expect(problemsWith({ ...production, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: .* in production`)),
    ])
    expect(readConfig({ [name]: value }).warnings).toEqual([])
  })

  test('has nothing to warn of when it is safe', () => {
    expect(readConfig(production).warnings).toEqual([])
    expect(readConfig({ ...production, HOST: '0.0.0.0' }).warnings).toEqual([])
  })

  test.each([
    ['PUBLIC_URL', 'http://localhost:3000'],
    ['PUBLIC_URL', 'http://127.0.0.1:3000'],
    ['CORS_ORIGINS', 'https://a.example, *'],
    ['RATE_LIMIT_SCALE', '100'],
  ])('takes %s=%s, and warns', (name, value) => {
    expect(readConfig({ ...production, [name]: value }).warnings).toEqual([
      expect.stringMatching(new RegExp(`^${name}: `)),
    ])
  })

  test('sends mails to other machines only with TLS, unless a setting says otherwise', () => {
    const mailOf = (SMTP_URL: string, SMTP_REQUIRE_TLS?: string) => {
      const settings = { SMTP_URL, ...(SMTP_REQUIRE_TLS !== undefined && { SMTP_REQUIRE_TLS }) }
      const { smtpRequiresTls, warnings } = readConfig({ ...production, ...settings })
      return [smtpRequiresTls, warnings.length]
    }
    expect(mailOf('smtp://u:s3cret@mail.internal')).toEqual([true, 0])
    expect(mailOf('smtp://u:s3cret@mail.internal', 'false')).toEqual([false, 1])
    expect(mailOf('smtps://u:s3cret@mail.internal')).toEqual([false, 0])
    expect(mailOf('smtp://localhost:25')).toEqual([false, 0])
    expect(mailOf('smtp://localhost:25', 'true')).toEqual([true, 0])
    expect(readConfig({ SMTP_URL: 'smtp://mail.internal' }).smtpRequiresTls).toBe(false)
  })

  test.each([
    ['PAYMENT_PROVIDER', 'sandbox'],
    ['SEED_DEMO', 'true'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(problemsWith({ ...production, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: .* not allowed in production$`)),
    ])
    expect(readConfig({ [name]: value })).toBeDefined()
  })
})

const wrong: [string, string][] = [
  ['NODE_ENV', 'prod-s3cret'],
  ['PORT', '99999'],
  ['PORT', 's3cret'],
  ['DATABASE_URL', 'mysql://root:s3cret@db/x'],
  ['DATABASE_URL', 's3cret'],
  ['PUBLIC_URL', 'ftp://s3cret'],
  ['SMTP_URL', 'http://u:s3cret@mail'],
  ['TOKEN_TTL', 's3cret'],
  ['BCRYPT_COST', '9'],
  ['BCRYPT_COST', '15'],
  ['RATE_LIMIT_SCALE', '0'],
  ['RATE_LIMIT_SCALE', '-1'],
  ['RATE_LIMIT_SCALE', 's3cret'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/8, s3cret'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.0/8, 0.0.0.0/0'],
  ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
  ['TRUST_PROXY', '2000::/3'],
  ['TRUST_PROXY', '::ffff:0:0/96'],
  ['TRUST_PROXY', '10/8'],
  ['CORS_ORIGINS', 'null'],
  ['CORS_ORIGINS', 'https://s3cret.example/'],
  ['CORS_ORIGINS', 'https://a.example,s3cret.example'],
  ['SMTP_REQUIRE_TLS', 'yes'],
  ['ALLOW_PUBLIC_DEVELOPMENT', 'yes'],
  ['PUBLIC_OPERATIONS', 'courses.list,me.get'],
  ['PUBLIC_OPERATIONS', 's3cret'],
  ['PAYMENT_PROVIDER', 's3cret'],
  ['STRIPE_SECRET_KEY', 's3cret'],
  ['STRIPE_WEBHOOK_SECRET', 's3cret'],
  ['CHECKOUT_RETURN_URL', 's3cret'],
  ['SEED_DEMO', 'yes'],
  ['LOG_LEVEL', 's3cret'],
  ['DRAIN_DELAY', 's3cret'],
  ['DRAIN_DELAY', '61s'],
  ['RATE_LIMIT_STORE', 's3cret'],
  ['REDIS_URL', 'http://:s3cret@counts'],
]
test.each(wrong)('%s=%s is refused by name and without its value', (name, value) => {
  const lines = problemsWith({ [name]: value })
  expect(lines[0]).toMatch(new RegExp(`^${name}: .+`))
  expect(lines.join()).not.toMatch(/s3cret|me\.get|99999/)
})

describe('development', () => {
  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.0.5'],
    ['HOST', 'lyceum.internal'],
    ['PUBLIC_URL', 'https://learn.example.org'],
  ])('refuses %s=%s unless a setting allows it', (name, value) => {
    for (const mode of ['development', 'test']) {
      const settings = { NODE_ENV: mode, [name]: value }
      expect(problemsWith(settings)).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .*ALLOW_PUBLIC_DEVELOPMENT=true`)),
      ])
      expect(readConfig({ ...settings, ALLOW_PUBLIC_DEVELOPMENT: 'true' })).toMatchObject({
        production: false,
        publicDevelopment: true,
      })
    }
    expect(readConfig({ ...production, [name]: value })).toMatchObject({ publicDevelopment: false })
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('listens on %s', (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host)
  })

  test('is for frontends on this machine', () => {
    expect(readConfig({}).corsOrigins).toEqual(['loopback'])
  })

  test('a forgotten NODE_ENV is named with every other problem', () => {
    const { NODE_ENV: _forgotten, ...settings } = production
    expect(problemsWith({ ...settings, HOST: '0.0.0.0', TRUST_PROXY: 'false' })).toHaveLength(2)
  })
})

test('commands that need a few settings read them in any environment', () => {
  expect(readSomeConfig({ NODE_ENV: 'production', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  expect(readSomeConfig({ PUBLIC_URL: 'https://learn.example.org' }).production).toBe(false)
})

test('Stripe needs its key and its secret in every mode, and the missing one is named', () => {
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_s3cret', STRIPE_WEBHOOK_SECRET: 'whsec_s3cret' }
  for (const mode of [{}, production]) {
    expect(
      problemsWith({ ...mode, PAYMENT_PROVIDER: 'stripe' }).map((line) => line.split(':')[0]),
    ).toEqual(Object.keys(secrets))
    expect(
      problemsWith({ ...mode, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_s3cret' }),
    ).toEqual(['STRIPE_WEBHOOK_SECRET: required with PAYMENT_PROVIDER=stripe'])
    expect(readConfig({ ...mode, PAYMENT_PROVIDER: 'stripe', ...secrets }).stripe).toEqual({
      secretKey: 'sk_test_s3cret',
      webhookSecret: 'whsec_s3cret',
    })
  }
})

test('payments can go to a URL other than Stripe’s only outside production', () => {
  const stripe = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_s3cret',
    STRIPE_WEBHOOK_SECRET: 'whsec_s3cret',
  }
  const elsewhere = { ...stripe, STRIPE_API_URL: 'http://localhost:12111' }

  expect(readConfig(elsewhere).stripe?.apiUrl).toBe('http://localhost:12111')
  expect(problemsWith({ ...production, ...elsewhere })).toEqual([
    'STRIPE_API_URL: must not be set in production, where payments go to Stripe itself',
  ])
})

test('two faulty settings are named together, without their values', () => {
  expect(problemsWith({ PORT: 'x', TOKEN_TTL: 'y' }).map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'TOKEN_TTL',
  ])
})

test.each([
  ['90s', 90_000],
  ['15m', 900_000],
  [' 12h ', 43_200_000],
  ['30d', 2_592_000_000],
  ['1000ms', 1_000],
])('a token may live %s', (text, milliseconds) => {
  expect(readConfig({ TOKEN_TTL: text }).tokenTtlMilliseconds).toBe(milliseconds)
})

test.each([
  '12',
  'h',
  '0h',
  '-1h',
  '1.5h',
  '12 h',
  '1e3s',
  '12H',
  '1h30m',
  '500ms',
  '366d',
  '999999999d',
  'Infinity',
])('a token cannot live %s', (text) => {
  expect(problemsWith({ TOKEN_TTL: text })).toHaveLength(1)
})

test('an empty setting counts as not set', () => {
  const empty = {
    PORT: '',
    TOKEN_TTL: ' ',
    TRUST_PROXY: '',
    SMTP_URL: '',
    SEED_DEMO: '',
    CORS_ORIGINS: '\t',
    PUBLIC_OPERATIONS: '',
  }
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test.each([
  ['false', false],
  ['10.0.0.1', '10.0.0.1'],
  ['10.0.0.0/8, fd00::/8,loopback', '10.0.0.0/8, fd00::/8,loopback'],
])('TRUST_PROXY=%s trusts %s', (value, trusted) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(trusted)
})

test('lists are separated by commas', () => {
  expect(
    readConfig({
      CORS_ORIGINS: ' https://a.example , ,https://b.example',
      PUBLIC_OPERATIONS: 'courses.list, certificates.verify',
    }),
  ).toMatchObject({
    corsOrigins: ['https://a.example', 'https://b.example'],
    publicOperations: ['courses.list', 'certificates.verify'],
  })
})

test('a stop takes no delay in development, five seconds in production', () => {
  expect(readConfig({}).drainDelayMilliseconds).toBe(0)
  expect(readConfig(production).drainDelayMilliseconds).toBe(5_000)
  expect(readConfig({ ...production, DRAIN_DELAY: '0s' }).drainDelayMilliseconds).toBe(0)
})

test('counting for all processes needs a store, which is used for nothing else', () => {
  const REDIS_URL = 'rediss://:s3cret@counts.example:6379/0'
  expect(problemsWith({ RATE_LIMIT_STORE: 'redis' })).toEqual([
    'REDIS_URL: required with RATE_LIMIT_STORE=redis',
  ])
  expect(readConfig({ RATE_LIMIT_STORE: 'redis', REDIS_URL }).redisUrl).toBe(REDIS_URL)
  expect(readConfig({ REDIS_URL }).redisUrl).toBeUndefined()
})

test('keys come from the environment or from a file, not from both', () => {
  expect(readConfig({ KEYS: '{}' }).keysText).toBe('{}')
  expect(problemsWith({ KEYS: '{"s3cret"', KEYS_FILE: '/keys.json' })).toEqual([
    'KEYS: cannot be combined with KEYS_FILE',
  ])
})

describe('a secret in a file of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-config-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  function fileOf(content: string): string {
    const file = join(folder, randomUUID())
    writeFileSync(file, content)
    return file
  }

  test('is read without the line break at its end', () => {
    const config = readConfig({
      SMTP_URL_FILE: fileOf('smtps://u:s3cret@mail.example\n'),
      METRICS_TOKEN_FILE: fileOf('a-token-of-sixteen-letters\n'),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: fileOf('authorization=Bearer%20s3cret\n'),
      OAUTH_GITHUB_CLIENT_ID: 'id',
      OAUTH_GITHUB_CLIENT_SECRET_FILE: fileOf('s3cret\n'),
    })
    expect(config).toMatchObject({
      smtpUrl: 'smtps://u:s3cret@mail.example',
      metricsToken: 'a-token-of-sixteen-letters',
      tracing: { headers: { authorization: 'Bearer s3cret' } },
      oauthProviders: [{ clientSecret: 's3cret' }],
    })
  })

  test('is refused by the name of its setting, with all other problems', () => {
    const both = { SMTP_URL: 'smtp://mail', SMTP_URL_FILE: fileOf('smtp://u:s3cret@mail') }
    const wrong = {
      ...both,
      REDIS_URL_FILE: '/nowhere/s3cret',
      METRICS_TOKEN_FILE: fileOf(' \n'),
      DATABASE_URL_FILE: fileOf('mysql://root:s3cret@db'),
      PORT: 'x',
    }
    const lines = problemsWith(wrong)
    expect(lines.map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining([
        'SMTP_URL_FILE',
        'REDIS_URL_FILE',
        'METRICS_TOKEN_FILE',
        'DATABASE_URL',
        'PORT',
      ]),
    )
    expect(lines.join()).not.toContain('s3cret')
  })
})
