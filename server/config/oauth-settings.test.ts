import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const school = {
  OAUTH_MY_SCHOOL_ISSUER: 'https://id.school.example',
  OAUTH_MY_SCHOOL_CLIENT_ID: 'lyceum',
  OAUTH_MY_SCHOOL_CLIENT_SECRET: 'do-not-tell',
}
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/lyceum',
  PUBLIC_URL: 'https://learn.example.org',
  SMTP_URL: 'smtps://mail.example',
}
const returnUrls = { OAUTH_RETURN_URLS: 'https://app.example.org/signed-in' }

function problemsWith(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

test('any number of providers is configured by their names', () => {
  const { oauthProviders } = readConfig({
    ...school,
    OAUTH_GITHUB_CLIENT_ID: 'a',
    OAUTH_GITHUB_CLIENT_SECRET: 'b',
    OAUTH_MICROSOFT_CLIENT_ID: 'c',
    OAUTH_MICROSOFT_CLIENT_SECRET: 'd',
    OAUTH_MICROSOFT_ISSUER:
      'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
    OAUTH_MICROSOFT_SCOPES: 'openid email',
  })
  expect(
    oauthProviders.map(({ name, title, kind, issuer, scopes }) => [
      name,
      title,
      kind,
      issuer,
      scopes,
    ]),
  ).toEqual([
    ['github', 'GitHub', 'github', 'https://github.com', 'read:user user:email'],
    [
      'microsoft',
      'Microsoft',
      'oidc',
      'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
      'openid email',
    ],
    ['my-school', 'My School', 'oidc', 'https://id.school.example', 'openid email profile'],
  ])
})

test.each([
  [
    'without a secret',
    { ...school, OAUTH_MY_SCHOOL_CLIENT_SECRET: '' },
    'OAUTH_MY_SCHOOL_CLIENT_SECRET: required',
  ],
  [
    'without an id',
    { ...school, OAUTH_MY_SCHOOL_CLIENT_ID: ' ' },
    'OAUTH_MY_SCHOOL_CLIENT_ID: required',
  ],
  [
    'without an issuer',
    { ...school, OAUTH_MY_SCHOOL_ISSUER: '' },
    'OAUTH_MY_SCHOOL_ISSUER: required',
  ],
  [
    'with an issuer that is no address',
    { ...school, OAUTH_MY_SCHOOL_ISSUER: 'school' },
    'OAUTH_MY_SCHOOL_ISSUER: must be an address like https://id.example.org',
  ],
  [
    'with an issuer that holds a password',
    { ...school, OAUTH_MY_SCHOOL_ISSUER: 'https://a:b@id.school.example' },
    'OAUTH_MY_SCHOOL_ISSUER: must be an address without user, query and fragment',
  ],
  [
    'without openid among its scopes',
    { ...school, OAUTH_MY_SCHOOL_SCOPES: 'email profile' },
    'OAUTH_MY_SCHOOL_SCOPES: must hold openid',
  ],
  [
    'of GitHub with an issuer',
    {
      OAUTH_GITHUB_CLIENT_ID: 'a',
      OAUTH_GITHUB_CLIENT_SECRET: 'b',
      OAUTH_GITHUB_ISSUER: 'https://github.example',
    },
    'OAUTH_GITHUB_ISSUER: GitHub has no issuer; take another name for another provider',
  ],
])('a provider %s is named, and no value is told', (_what, environment, problem) => {
  expect(problemsWith(environment)).toEqual([problem])
})

test('http is for development only, for issuers and for the addresses to return to', () => {
  const http = {
    ...school,
    OAUTH_MY_SCHOOL_ISSUER: 'http://localhost:4000',
    OAUTH_RETURN_URLS: 'http://localhost:5173/signed-in',
  }

  expect(problemsWith(http)).toEqual([])
  expect(problemsWith({ ...http, ...production })).toEqual([
    'OAUTH_MY_SCHOOL_ISSUER: must begin with https:// in production',
  ])
  expect(
    problemsWith({
      ...school,
      ...production,
      OAUTH_RETURN_URLS: 'http://localhost:5173/signed-in',
    }),
  ).toEqual(['OAUTH_RETURN_URLS: must begin with https:// in production'])
})

test('production asks for the addresses to return to as soon as there is a provider', () => {
  expect(problemsWith(production)).toEqual([])
  expect(problemsWith({ ...production, ...school })).toEqual([
    'OAUTH_RETURN_URLS: required in production where people sign in with third parties',
  ])
  expect(problemsWith({ ...production, ...school, ...returnUrls })).toEqual([])
})

test.each([
  'app.example.org',
  'javascript:alert(1)',
  'https://app.example.org/#x',
  'https://a@b.example/',
  'https://app.example.org/?a=b',
  ',',
])('an address to return to is refused: %s', (address) => {
  expect(problemsWith({ OAUTH_RETURN_URLS: address })[0]).toMatch(/^OAUTH_RETURN_URLS: /)
})

test('nobody links accounts silently unless the setting says so', () => {
  expect(readConfig({}).oauthLinkVerifiedEmails).toBe(false)
  expect(readConfig({ OAUTH_LINK_VERIFIED_EMAILS: 'true' }).oauthLinkVerifiedEmails).toBe(true)
})
