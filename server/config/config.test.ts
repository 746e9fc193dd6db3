import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://lyceum:s3cret@db.internal:5432/lyceum',
  PUBLIC_URL: 'https://learn.example.org/',
  SMTP_URL: 'smtps://mailer:s3cret@mail.internal:465',
}

function refusalOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
  throw new Error('The configuration was accepted.')
}

describe('production', () => {
  test('starts with the required settings, and with nothing meant for development', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      publicUrl: 'https://learn.example.org',
      paymentProvider: 'none',
      seedDemo: false,
      corsOrigins: [],
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
        expect(refusalOf({ ...others, ...(nothing !== undefined && { [name]: nothing }) })).toEqual(
          [`${name}: required in production`],
        )
      }
    },
  )

  test('names everything that is missing at once', () => {
    expect(refusalOf({ NODE_ENV: 'production' }).map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'PUBLIC_URL',
      'SMTP_URL',
    ])
  })

  test.each([
    ['PAYMENT_PROVIDER', 'sandbox'],
    ['SEED_DEMO', 'true'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(refusalOf({ ...production, [name]: value })).toEqual([
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
  ['PUBLIC_OPERATIONS', 'courses.list,me.get'],
  ['PUBLIC_OPERATIONS', 's3cret'],
  ['PAYMENT_PROVIDER', 's3cret'],
  ['STRIPE_SECRET_KEY', 's3cret'],
  ['STRIPE_WEBHOOK_SECRET', 's3cret'],
  ['CHECKOUT_RETURN_URL', 's3cret'],
  ['SEED_DEMO', 'yes'],
  ['LOG_LEVEL', 's3cret'],
]
test.each(wrong)('%s=%s is refused by name and without its value', (name, value) => {
  const lines = refusalOf({ [name]: value })
  expect(lines[0]).toMatch(new RegExp(`^${name}: .+`))
  expect(lines.join()).not.toMatch(/s3cret|me\.get|99999/)
})

test('Stripe needs its key and its secret in every mode, and the missing one is named', () => {
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_s3cret', STRIPE_WEBHOOK_SECRET: 'whsec_s3cret' }
  for (const mode of [{}, production]) {
    expect(
      refusalOf({ ...mode, PAYMENT_PROVIDER: 'stripe' }).map((line) => line.split(':')[0]),
    ).toEqual(Object.keys(secrets))
    expect(
      refusalOf({ ...mode, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_s3cret' }),
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
  expect(refusalOf({ ...production, ...elsewhere })).toEqual([
    'STRIPE_API_URL: must not be set in production, where payments go to Stripe itself',
  ])
})

test('two faulty settings are named together, without their values', () => {
  expect(refusalOf({ PORT: 'x', TOKEN_TTL: 'y' }).map((line) => line.split(':')[0])).toEqual([
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
  expect(refusalOf({ TOKEN_TTL: text })).toHaveLength(1)
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
