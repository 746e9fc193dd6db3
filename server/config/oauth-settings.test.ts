import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { problemsWith, production } from './test-support.ts'

const school = {
  OAUTH_MY_SCHOOL_ISSUER: 'https://id.school.example',
  OAUTH_MY_SCHOOL_CLIENT_ID: 'lyceum',
  OAUTH_MY_SCHOOL_CLIENT_SECRET: 'do-not-tell',
}
const returnUrls = { OAUTH_RETURN_URLS: 'https://app.example.org/signed-in' }

test('settings configure any number of providers by name', () => {
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
    'with an issuer that is not a URL',
    { ...school, OAUTH_MY_SCHOOL_ISSUER: 'school' },
    'OAUTH_MY_SCHOOL_ISSUER: must be a URL like https://id.example.org',
  ],
  [
    'with an issuer that contains a password',
    { ...school, OAUTH_MY_SCHOOL_ISSUER: 'https://a:b@id.school.example' },
    'OAUTH_MY_SCHOOL_ISSUER: must be a URL without user, query or fragment',
  ],
  [
    'without openid among its scopes',
    { ...school, OAUTH_MY_SCHOOL_SCOPES: 'email profile' },
    'OAUTH_MY_SCHOOL_SCOPES: must include openid',
  ],
  [
    'of GitHub with an issuer',
    {
      OAUTH_GITHUB_CLIENT_ID: 'a',
      OAUTH_GITHUB_CLIENT_SECRET: 'b',
      OAUTH_GITHUB_ISSUER: 'https://github.example',
    },
    'OAUTH_GITHUB_ISSUER: GitHub has no issuer; use a different name for a different provider',
  ],
])('a provider %s is refused by name, without its values', (_what, environment, problem) => {
  expect(problemsWith(environment)).toEqual([problem])
})

test('http is allowed in development only, for issuers and for return URLs', () => {
  const http = {
    ...school,
    OAUTH_MY_SCHOOL_ISSUER: 'http://localhost:4000',
    OAUTH_RETURN_URLS: 'http://localhost:5173/signed-in',
  }

  expect(problemsWith(http)).toEqual([])
  expect(problemsWith({ ...http, ...production })).toEqual([
    'OAUTH_RETURN_URLS: must begin with https:// in production',
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

test('production requires return URLs as soon as there is a provider', () => {
  expect(problemsWith(production)).toEqual([])
  expect(problemsWith({ ...production, ...school })).toEqual([
    'OAUTH_RETURN_URLS: required in production when third-party sign-in is configured',
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
])('a return URL is refused: %s', (address) => {
  expect(problemsWith({ OAUTH_RETURN_URLS: address })[0]).toMatch(/^OAUTH_RETURN_URLS: /)
})

test('accounts are not linked silently unless the setting allows it', () => {
  expect(readConfig({}).oauthLinkVerifiedEmails).toBe(false)
  expect(readConfig({ OAUTH_LINK_VERIFIED_EMAILS: 'true' }).oauthLinkVerifiedEmails).toBe(true)
})
