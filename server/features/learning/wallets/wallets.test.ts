import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { walletOffers } from '../../../../db/schema/learning/wallets.ts'
import { users } from '../../../../db/schema/people/users.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { completeCourse, givenCertificate } from '../../../test/learning.ts'
import { revokeCertificate } from '../certificates/revoke-certificate.ts'
import { preAuthorizedGrant } from './issuer-metadata.ts'
import { forgetOffers } from './offer-certificate.ts'

/*
 * The wallet is that of others: the client of the OpenWallet Foundation's library, of which the
 * server has nothing. It checks each answer against its own reading of OpenID4VCI 1.0.
 */
const api = await forAllTests(startApi({ logLines: [] }))
const minute = 60_000

// Puts zod's messages back, which the library replaces for the whole process.
const messages = { ...z.config() }
const { clientAuthenticationAnonymous, setGlobalConfig } = await import('@openid4vc/oauth2')
const { Openid4vciClient } = await import('@openid4vc/openid4vci')
z.config(messages)

setGlobalConfig({ allowInsecureUrls: true })
const wallet = new Openid4vciClient({
  callbacks: {
    fetch: fetchFromServer,
    hash: (data, algorithm) =>
      createHash(algorithm.replace('-', '')).update(data).digest() as Uint8Array<ArrayBuffer>,
    generateRandom: (length) => randomBytes(length),
    signJwt: () => Promise.reject(new Error('A wallet has nothing to sign here.')),
    clientAuthentication: clientAuthenticationAnonymous(),
  },
})

async function fetchFromServer(input: string | URL | Request, init: RequestInit = {}) {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const answer = await api.server.inject({
    method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
    url: pathname,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.body != null && { payload: String(init.body) }),
  })
  const { statusCode: status, headers } = answer
  return new Response(answer.body, {
    status,
    headers: { 'content-type': String(headers['content-type']) },
  })
}

async function givenOffer() {
  const { learner, code } = await givenCertificate(api)
  const { offerUrl, qrCode } = await api.as(learner).certificates.offer.mutate({ code })
  const credentialOffer = await wallet.resolveCredentialOffer(offerUrl)
  const issuerMetadata = await wallet.resolveIssuerMetadata(credentialOffer.credential_issuer)
  const offered = { credentialOffer, issuerMetadata }
  return {
    ...{ learner, code, qrCode, ids: credentialOffer.credential_configuration_ids },
    preAuthorizedCode: credentialOffer.grants?.[preAuthorizedGrant]?.['pre-authorized_code'] ?? '',
    take: async () => {
      const taken = await wallet.retrievePreAuthorizedCodeAccessTokenFromOffer(offered)
      return taken.accessTokenResponse.access_token
    },
    retrieve: async (accessToken: string, credentialConfigurationId: string) => {
      const { credentialResponse } = await wallet.retrieveCredentials({
        ...{ issuerMetadata, accessToken, credentialConfigurationId },
      })
      return credentialResponse.credentials?.map(
        (one) => (one as { credential: unknown }).credential,
      )
    },
  }
}

async function postToken(form: Record<string, string>) {
  const { statusCode, body, headers } = await api.server.inject({
    ...{ method: 'POST', url: '/oid4vci/token' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  expect(headers['cache-control']).toBe('no-store')
  return [statusCode, JSON.parse(body).error]
}

test('a wallet takes an offer without an account, and gets the credential that the link gives', async () => {
  const { code, qrCode, ids, take, retrieve } = await givenOffer()
  expect(qrCode).toMatch(/^<svg /)
  expect(ids).toEqual(['certificate_jwt', 'certificate_ldp'])

  const token = await take()
  const [jwt] = (await retrieve(token, 'certificate_jwt')) ?? []
  const [document] = (await retrieve(token, 'certificate_ldp')) ?? []

  const address = `GET /certificates/${code}/credential`
  const byLink = await api.request(address, { headers: { accept: 'application/vc' } })
  expect(decodeJwt(String(jwt))).toEqual(decodeJwt((await api.request(address)).text))
  expect({ ...(document as object), proof: null }).toEqual({ ...byLink.body, proof: null })
  expect(document).toMatchObject({ proof: expect.anything() })
})

test('of many wallets that take an offer at once, one gets it', async () => {
  const { take } = await givenOffer()
  const taken = await Promise.allSettled(Array.from({ length: 8 }, take))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an offer ends after ten minutes, and so does the token; the clean-up forgets both', async () => {
  const { take, retrieve, preAuthorizedCode } = await givenOffer()
  const late = await givenOffer()
  const token = await take()
  const stored = JSON.stringify(await api.deps.db.select().from(walletOffers))
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(preAuthorizedCode)

  api.advance(10 * minute)
  await expect(retrieve(token, 'certificate_jwt')).rejects.toThrow('invalid_token')
  await expect(late.take()).rejects.toThrow('invalid_grant')
  await forgetOffers(api.deps)
  expect(await api.deps.db.$count(walletOffers)).toBe(0)
})

test('only its owner offers a certificate, while it is valid and its name confirmed', async () => {
  const { learner, code } = await givenCertificate(api)
  const offer = (token: string) => api.request(`POST /api/v1/certificates/${code}/offer`, { token })
  expect((await offer((await api.given.learner()).token)).body.error).toBe('CertificateNotFound')

  const guessed = await api.given.learner()
  const isTheirs = eq(users.id, guessed.id)
  await api.deps.db.update(users).set({ nameIsGuess: true }).where(isTheirs)
  const course = await api.given.course()
  await api.given.enrollment(guessed, course)
  await completeCourse(api, { learner: guessed, course })
  const { items } = await api.as(guessed).certificates.list.query({ userId: guessed.id })
  const unconfirmed = `POST /api/v1/certificates/${items[0]?.verificationCode}/offer`
  const refused = await api.request(unconfirmed, { token: guessed.token })
  expect(refused.body.error).toBe('CertificateNotOffered')

  await revokeCertificate(api.deps, { code, reason: 'Issued to the wrong person' })
  expect((await offer(learner.token)).body.error).toBe('CertificateNotOffered')
})

test('what is revoked after the offer is not given', async () => {
  const { code, take, retrieve } = await givenOffer()
  const token = await take()
  await revokeCertificate(api.deps, { code, reason: 'Issued to the wrong person' })
  await expect(retrieve(token, 'certificate_jwt')).rejects.toThrow('credential_request_denied')
})

test('a wrong request is refused in the words of OAuth, and leaves the offer', async () => {
  const { preAuthorizedCode: code, take, retrieve } = await givenOffer()
  const grant = { grant_type: preAuthorizedGrant, 'pre-authorized_code': code }
  expect(await postToken({ ...grant, grant_type: 'password' })).toEqual([
    400,
    'unsupported_grant_type',
  ])
  expect(await postToken({ grant_type: preAuthorizedGrant })).toEqual([400, 'invalid_request'])
  expect(await postToken({ ...grant, tx_code: '1' })).toEqual([400, 'invalid_request'])
  expect(await postToken({ ...grant, 'pre-authorized_code': 'x' })).toEqual([400, 'invalid_grant'])

  const token = await take()
  const ask = (body: object) => api.request('POST /oid4vci/credential', { token, body })
  expect((await ask({})).body).toEqual({ error: 'invalid_credential_request' })
  expect((await ask({ credential_configuration_id: 'x' })).body).toEqual({
    error: 'unknown_credential_configuration',
  })
  expect(await retrieve(token, 'certificate_jwt')).toHaveLength(1)
})

test('an issuer whose address has a path is found at both addresses', async () => {
  await using api = await startApi({ config: { publicUrl: 'http://lyceum.test/school' } })
  for (const end of ['', '/school']) {
    const { body } = await api.request(`GET /.well-known/openid-credential-issuer${end}`)
    expect(body.credential_issuer).toBe('http://lyceum.test/school')
    const server = await api.request(`GET /.well-known/oauth-authorization-server${end}`)
    expect(server.body.token_endpoint).toBe('http://lyceum.test/school/oid4vci/token')
  }
})
