import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Answer, Api } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'

const base = '/api/v1/me/second-factors'

/** Returns what an app that knows the secret shows. */
export function codeOf(api: Api, secret: string): string {
  const timestamp = api.deps.now().getTime()
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Adds an app, and waits for the next code. */
export async function addTotp(api: Api, { token, password }: GivenUser) {
  const start = await api.request(`POST ${base}/totp/start`, { token, body: { password } })
  const { ticket, secret } = start.body as { ticket: string; secret: string }
  // Groups it as apps show it.
  const code = codeOf(api, secret).replace(/^.../, '$& ')
  const body = { ticket, name: 'Phone', code }
  const answer = await api.request(`POST ${base}/totp`, { token, body })
  api.advance(30_000)
  const recoveryCodes: string[] = answer.body.recoveryCodes ?? []
  return { answer, secret, recoveryCodes }
}

export function logIn(api: Api, { email, password }: GivenUser, ip?: string): Promise<Answer> {
  return api.request('POST /api/v1/auth/login', { body: { email, password }, ...(ip && { ip }) })
}

export function answerWith(
  api: Api,
  asked: Pick<Answer, 'body'>,
  factor: object,
  ip?: string,
): Promise<Answer> {
  const body = { challenge: asked.body.facts.challenge, ...factor }
  return api.request('POST /api/v1/auth/second-factor', { body, ...(ip && { ip }) })
}

/** Creates an authenticator in software, with one passkey. */
export function makeAuthenticator({ rpId = 'lyceum.test', origin = 'http://lyceum.test' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }))
  }
  function dataOf(flags: number, ...rest: Buffer[]): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    counter += 1
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, ...rest])
  }
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]),
    ),
    clientExtensionResults: {},
  })

  return {
    create(challenge: string) {
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKeyOf(publicKey)]
      const data = dataOf(0x41, ...credential)
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return answer({ clientDataJSON: clientData('create', challenge), attestationObject })
    },
    get(challenge: string) {
      const clientDataJSON = clientData('get', challenge)
      const authenticatorData = dataOf(0x01)
      const hashed = createHash('sha256').update(clientDataJSON).digest()
      const signature = sign('sha256', Buffer.concat([authenticatorData, hashed]), privateKey)
      return answer({ clientDataJSON, authenticatorData, signature })
    },
  }
}

/** Encodes a P-256 key as COSE does (RFC 9053). */
function coseKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}
