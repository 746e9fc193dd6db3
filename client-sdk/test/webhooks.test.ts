import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  makeSigningKey,
  makeWebhookSecret,
  publicKeyOf,
  signedHeaders,
} from '../../server/adapters/webhook-sender/signatures.ts'
import {
  type LyceumEvent,
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from '../src/webhooks.ts'

const [secret, former, other] = [makeWebhookSecret(), makeWebhookSecret(), makeWebhookSecret()]
const signingKey = makeSigningKey()
const publicKey = publicKeyOf(signingKey)
const event = {
  id: '0d9a4c1e-7b52-4f3a-8c61-5e2f9b7d4a09',
  number: 7,
  type: 'course.published',
  timestamp: '2026-11-21T09:30:00.000Z',
  data: { courseId: '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02', version: 3 },
}
const body = JSON.stringify({ ...event, note: 'Zürich ✓' })
const sign = (keys: { secrets: string[]; signingKey: string }, at = new Date(), text = body) =>
  signedHeaders(keys, { id: event.id, at, body: text })
const headers = sign({ secrets: [secret], signingKey })

describe('a message is verified', () => {
  test('as a Request of the Fetch API', async () => {
    const request = new Request('https://hooks.test/', { method: 'POST', headers, body })
    expect(await verifyWebhook(request, { secret })).toMatchObject(event)
  })

  test('from the headers and the bytes of any framework', async () => {
    const bytes = Buffer.from(body)
    expect(await verifyWebhook({ headers, body: bytes }, { secret })).toMatchObject(event)
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    expect(await verifyWebhook({ headers: shouted, body }, { secret })).toMatchObject(event)
  })

  test('by the public key alone', async () => {
    expect(await verifyWebhook({ headers, body }, { publicKey })).toMatchObject(event)
  })

  test('by either secret during a rotation, on both sides', async () => {
    const both = sign({ secrets: [secret, former], signingKey })
    for (const one of [secret, former])
      expect(await verifyWebhook({ headers: both, body }, { secret: one })).toMatchObject(event)
    expect(await verifyWebhook({ headers, body }, { secret: [other, secret] })).toMatchObject(event)
  })

  test('that the reference library signed', async () => {
    const at = new Date()
    const signature = new Webhook(secret).sign('msg_1', at, body)
    const timestamp = String(Math.floor(at.getTime() / 1_000))
    const signed = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v2,x v1,!!! ${signature}`,
    }
    expect(await verifyWebhook({ headers: signed, body }, { secret })).toMatchObject(event)
  })

  test('and its type tells what it holds', async () => {
    const message = await verifyWebhook({ headers, body }, { secret })
    if (message.type === 'ping') throw new Error('It is an event.')
    expectTypeOf(message).toEqualTypeOf<LyceumEvent>()
    if (message.type === 'course.published')
      expectTypeOf(message.data).toEqualTypeOf<{ courseId: string; version: number }>()
  })
})

const long = new Date(Date.now() - 301_000)
const soon = new Date(Date.now() + 360_000)
const refused: [WebhookVerificationReason, string, Parameters<typeof verifyWebhook>][] = [
  ['wrong signature', 'a different secret', [{ headers, body }, { secret: other }]],
  ['wrong signature', 'a changed body', [{ headers, body: `${body} ` }, { secret }]],
  [
    'wrong signature',
    'a different id',
    [{ headers: { ...headers, 'webhook-id': 'other' }, body }, { secret }],
  ],
  [
    'wrong signature',
    'a different key pair',
    [{ headers, body }, { publicKey: publicKeyOf(makeSigningKey()) }],
  ],
  [
    'wrong signature',
    'the signature of the key pair as one of the secret',
    [
      {
        headers: {
          ...headers,
          'webhook-signature': headers['webhook-signature'].replace(/^.*v1a,/, 'v1,'),
        },
        body,
      },
      { secret },
    ],
  ],
  [
    'missing headers',
    'no signature',
    [{ headers: { ...headers, 'webhook-signature': '' }, body }, { secret }],
  ],
  [
    'bad timestamp',
    'a timestamp that is none',
    [{ headers: { ...headers, 'webhook-timestamp': '1e9' }, body }, { secret }],
  ],
  [
    'too old',
    'more than five minutes',
    [{ headers: sign({ secrets: [secret], signingKey }, long), body }, { secret }],
  ],
  [
    'too new',
    'more than five minutes ahead',
    [{ headers: sign({ secrets: [secret], signingKey }, soon), body }, { secret }],
  ],
  ['no key', 'no key at all', [{ headers, body }, {}]],
  ['no key', 'an empty secret', [{ headers, body }, { secret: '' }]],
  ['bad key', 'a secret that was cut off', [{ headers, body }, { secret: 'whsec_AAAA' }]],
  ['bad key', 'a public key as the secret', [{ headers, body }, { secret: publicKey }]],
  [
    'malformed body',
    'signed nonsense',
    [
      { headers: sign({ secrets: [secret], signingKey }, new Date(), 'null'), body: 'null' },
      { secret },
    ],
  ],
]

describe('a message is refused by its reason', () => {
  test.each(refused)('%s: %s', async (reason, _means, [request, options]) => {
    const refusal = await verifyWebhook(request, options).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(WebhookVerificationError)
    expect(refusal).toMatchObject({ reason })
    expect(String(refusal)).not.toContain(secret.slice(6))
  })

  test('the tolerance and the clock can be chosen', async () => {
    const now = () => new Date(Date.now() + 3_600_000)
    await expect(verifyWebhook({ headers, body }, { secret, now })).rejects.toMatchObject({
      reason: 'too old',
    })
    const options = { secret, now, toleranceSeconds: 7_200 }
    expect(await verifyWebhook({ headers, body }, options)).toMatchObject(event)
  })
})

test('a message signed for a test is one that the receiver and the reference library trust', async () => {
  const signed = await signWebhook({ type: event.type, data: event.data }, { secret })

  expect(await verifyWebhook(signed, { secret })).toMatchObject({ type: event.type })
  expect(new Webhook(secret).verify(signed.body, signed.headers)).toMatchObject({
    data: event.data,
  })
  await expect(verifyWebhook(signed, { secret: other })).rejects.toMatchObject({
    reason: 'wrong signature',
  })
})

test('a body that was parsed, and a secret that is not there, are named', async () => {
  const parsed = { headers, body: JSON.parse(body) as string }
  await expect(verifyWebhook(parsed, { secret })).rejects.toThrow(
    'parsed body; pass the raw body, as text or bytes, before anything parses it',
  )
  await expect(
    verifyWebhook({ headers, body }, { secret: process.env.NO_SUCH_SECRET }),
  ).rejects.toThrow('no key; pass the secret of the webhook (is its setting there?)')
})
