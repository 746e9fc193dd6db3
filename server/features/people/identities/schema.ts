import { z } from 'zod'
import {
  exampleIds,
  field,
  IdInPath,
  Instant,
  lenientObject,
  named,
  namedInput,
  rawText,
} from '../../../../lib/schema.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'
import { AcceptedTerms } from '../../platform/terms/schema.ts'
import { LinkedIdentity } from '../auth/schema.ts'

const ProviderName = field(
  rawText(100),
  'Name of the provider, as in the list of providers',
  'google',
)

const S256 = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be the SHA-256 of the verifier in base64url (43 characters)')
  .meta({ examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] })

export const Provider = named('Provider', 'A third party that you can sign in with', {
  name: field(z.string(), 'Name of the provider in URLs', 'google'),
  title: field(z.string(), 'Display name', 'Google'),
  redirectUrl: z.url().meta({
    description: 'Target of a plain link or button that signs in by redirects',
    examples: ['https://learn.example.org/api/v1/auth/oauth/google/redirect'],
  }),
})

export const Providers = named('Providers', 'Third parties that you can sign in with', {
  items: z.array(Provider).describe('All providers, by name'),
})
export type Providers = z.infer<typeof Providers>

export const StartOAuthInput = namedInput(
  'StartOAuthInput',
  'The provider to sign in with, and where to return to',
  {
    provider: ProviderName,
    returnUrl: field(
      rawText(2000).optional(),
      'The page of your frontend that the provider sends the browser back to with `code`, ' +
        '`state` and, from some providers, `iss`. Must match one of OAUTH_RETURN_URLS ' +
        'exactly. Default: the first of them',
      'https://app.example.org/signed-in',
    ),
    acceptedTerms: AcceptedTerms,
  },
)
export type StartOAuthInput = z.infer<typeof StartOAuthInput>

export const StartLinkInput = requireProof(
  StartOAuthInput.omit({ acceptedTerms: true }).extend(proofFields),
).meta({
  id: 'StartLinkInput',
  description:
    'The provider to link, where to return to, and proof that it is you: your password or a ' +
    'mailed code',
  examples: [{ password: 'correct horse battery staple' }],
})
export type StartLinkInput = z.infer<typeof StartLinkInput>

export const OAuthStart = named('OAuthStart', 'Where to send the browser now', {
  authorizationUrl: z.url().meta({
    description: 'Send the browser to this URL',
    examples: ['https://accounts.google.com/o/oauth2/v2/auth?response_type=code&state=8bq0Zb6v'],
  }),
  expiresAt: field(Instant, 'The browser has to return by this time', '2026-11-21T09:40:00.000Z'),
})
export type OAuthStart = z.infer<typeof OAuthStart>

const text = (maxLength: number) => rawText(maxLength).min(1)

/** Parameters of the provider's redirect (RFC 6749, 4.1.2; RFC 9207), which may add its own. */
const finishFields = {
  provider: ProviderName,
  state: text(500).meta({
    description: 'The `state` that the browser returned with',
    examples: ['8bq0Zb6vH1cI0v2m3m5Yb6wqf0oJ1c9m2m0Xo1ZtT5g'],
  }),
  code: field(text(8000), 'The `code` that the browser returned with', '4/0AVG7fiQ'),
  iss: field(
    text(2000).optional(),
    'The `iss` that the browser returned with; required if the provider sends it',
    'https://accounts.google.com',
  ),
}

export const FinishOAuthInput = lenientObject(finishFields).meta({
  id: 'FinishOAuthInput',
  description: 'The parameters that the browser returned with',
})
export type FinishOAuthInput = z.infer<typeof FinishOAuthInput>

/** Parameters of a plain redirect, which reports refusals too. */
export const FinishRedirectInput = z.object({
  ...finishFields,
  code: finishFields.code.optional(),
  error: text(200).optional(),
})
export type FinishRedirectInput = z.infer<typeof FinishRedirectInput>

export const StartRedirectInput = StartOAuthInput.extend({
  codeChallenge: S256.optional().describe(
    'S256 challenge (RFC 7636) of a verifier that only your frontend knows, so that nobody else ' +
      'can exchange the sign-in code',
  ),
}).strip()
export type StartRedirectInput = z.infer<typeof StartRedirectInput>

export const ExchangeOAuthInput = namedInput(
  'ExchangeOAuthInput',
  'The sign-in code from a sign-in by redirects',
  {
    signInCode: text(200).meta({
      description: 'The sign-in code that the browser brought to your frontend',
      examples: ['iW3nq0pYwq1m8yq3bH0Yl5h1c0mB2m7w7l0w3mJv4x8'],
    }),
    codeVerifier: field(
      z
        .string()
        .regex(/^[\w.~-]{43,128}$/, 'must be 43 to 128 characters: letters, digits and - . _ ~')
        .optional(),
      'The verifier (RFC 7636) of the codeChallenge, if you sent one',
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    ),
  },
)
export type ExchangeOAuthInput = z.infer<typeof ExchangeOAuthInput>

export const LinkedIdentities = named(
  'LinkedIdentities',
  'Identities at third parties that sign in to your account',
  { items: z.array(LinkedIdentity).describe('All identities, oldest first') },
)
export type LinkedIdentities = z.infer<typeof LinkedIdentities>

export const UnlinkIdentityInput = requireProof(
  z.strictObject({
    identityId: field(IdInPath, 'Id of the identity to unlink', exampleIds.identity),
    ...proofFields,
  }),
).meta({
  id: 'UnlinkIdentityInput',
  description: 'The identity to unlink, and proof that it is you: your password or a mailed code',
  examples: [{ password: 'correct horse battery staple' }],
})
export type UnlinkIdentityInput = z.infer<typeof UnlinkIdentityInput>
