import { z } from 'zod'
import { IdInPath, Instant } from '../../lib/schema.ts'
import { proofFieldsOf, withProof } from '../me/proof-schema.ts'

const ProviderName = z
  .string()
  .max(100)
  .meta({
    description: 'Name of the provider, as the list of providers has it',
    examples: ['google'],
  })

const S256 = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be the SHA-256 of the verifier as 43 characters of base64url')
  .meta({ examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] })

export const Provider = z
  .object({
    name: z.string().meta({ description: 'Names it in addresses', examples: ['google'] }),
    title: z.string().meta({ description: 'Its name for people', examples: ['Google'] }),
    redirectUrl: z.url().meta({
      description: 'Where a plain link or button leads a browser to sign in by redirects',
      examples: ['https://learn.example.org/api/v1/auth/oauth/google/redirect'],
    }),
  })
  .meta({ id: 'Provider', description: 'A third party that one can sign in with' })

export const Providers = z
  .object({ items: z.array(Provider).describe('All of them, by name') })
  .meta({ id: 'Providers', description: 'Third parties that one can sign in with' })
export type Providers = z.infer<typeof Providers>

export const VisitRequest = z
  .object({
    provider: ProviderName,
    returnUrl: z
      .string()
      .max(2000)
      .optional()
      .meta({
        description:
          'The page of the frontend to which the provider sends the browser back with `code`, `state` and, from some providers, `iss`: exactly one of OAUTH_RETURN_URLS. Default: the first of them',
        examples: ['https://app.example.org/signed-in'],
      }),
  })
  .meta({ id: 'VisitRequest', description: 'With whom to sign in, and where to come back' })
export type VisitRequest = z.infer<typeof VisitRequest>

export const LinkRequest = withProof(
  VisitRequest.extend(proofFieldsOf('me.requestSignInCode')),
).meta({
  id: 'LinkRequest',
  description:
    'With whom to sign in from now on, where to come back, and that it is really me: the password, or a code',
  examples: [{ password: 'correct horse battery staple' }],
})
export type LinkRequest = z.infer<typeof LinkRequest>

export const Visit = z
  .object({
    authorizationUrl: z.url().meta({
      description: 'Send the browser there',
      examples: ['https://accounts.google.com/o/oauth2/v2/auth?response_type=code&state=8bq0Zb6v'],
    }),
    expiresAt: Instant.meta({
      description: 'The browser has to be back by then',
      examples: ['2026-11-21T09:40:00.000Z'],
    }),
  })
  .meta({ id: 'Visit', description: 'A visit to the provider, which the browser has to make now' })
export type Visit = z.infer<typeof Visit>

const text = z.string().min(1)

/** What the provider sent the browser back with (RFC 6749, 4.1.2; RFC 9207). */
export const VisitReturn = z
  .object({
    provider: ProviderName,
    state: text.max(500).meta({
      description: 'As the browser brought it back',
      examples: ['8bq0Zb6vH1cI0v2m3m5Yb6wqf0oJ1c9m2m0Xo1ZtT5g'],
    }),
    code: text
      .max(8000)
      .meta({ description: 'As the browser brought it back', examples: ['4/0AVG7fiQ'] }),
    iss: text
      .max(2000)
      .optional()
      .meta({
        description: 'As the browser brought it back; needed where the provider sends it',
        examples: ['https://accounts.google.com'],
      }),
  })
  .meta({ id: 'VisitReturn', description: 'What the browser brought back from the provider' })
export type VisitReturn = z.infer<typeof VisitReturn>

/** The same from a plain redirect, which brings refusals too. */
export const RedirectReturn = VisitReturn.partial({ code: true }).extend({
  error: text.max(200).optional(),
})
export type RedirectReturn = z.infer<typeof RedirectReturn>

export const RedirectRequest = VisitRequest.extend({
  codeChallenge: S256.optional().describe(
    'S256 challenge (RFC 7636) of a verifier that only the frontend knows: then nobody else can exchange the one-time code',
  ),
})
export type RedirectRequest = z.infer<typeof RedirectRequest>

export const Exchange = z
  .object({
    signInCode: text.max(200).meta({
      description: 'The one-time code with which the browser was sent to the frontend',
      examples: ['iW3nq0pYwq1m8yq3bH0Yl5h1c0mB2m7w7l0w3mJv4x8'],
    }),
    codeVerifier: z
      .string()
      .regex(/^[\w.~-]{43,128}$/, 'must be 43 to 128 letters, digits and signs out of - . _ ~')
      .optional()
      .meta({
        description: 'The verifier (RFC 7636) of the codeChallenge, where one was given',
        examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
      }),
  })
  .meta({ id: 'Exchange', description: 'The one-time code of a sign-in by redirects' })
export type Exchange = z.infer<typeof Exchange>

const exampleIdentity = '019a9c41-0d52-7a1b-8f0e-7b6c5d4e3f05'

export const LinkedIdentity = z
  .object({
    id: z.uuid().meta({ description: 'Names it in addresses', examples: [exampleIdentity] }),
    provider: z.string().meta({ description: 'Name of the provider', examples: ['google'] }),
    title: z.string().meta({ description: 'The provider’s name for people', examples: ['Google'] }),
    email: z
      .string()
      .nullable()
      .meta({
        description: 'What the provider called me when it was linked; null where it did not say',
        examples: ['ada@gmail.com'],
      }),
    linkedAt: Instant.meta({ description: 'Since when it signs in to my account' }),
  })
  .meta({
    id: 'LinkedIdentity',
    description: 'An identity at a third party that signs in to my account',
  })

export const LinkedIdentities = z
  .object({ items: z.array(LinkedIdentity).describe('All of them, oldest first') })
  .meta({
    id: 'LinkedIdentities',
    description: 'Identities at third parties that sign in to my account',
  })
export type LinkedIdentities = z.infer<typeof LinkedIdentities>

export const Unlinking = withProof(
  z.object({
    id: IdInPath.meta({ description: 'The identity', examples: [exampleIdentity] }),
    ...proofFieldsOf('me.requestSignInCode'),
  }),
).meta({
  id: 'Unlinking',
  description: 'Which identity, and that it is really me: the password, or a code',
  examples: [{ password: 'correct horse battery staple' }],
})
export type Unlinking = z.infer<typeof Unlinking>
