import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { resolveOutside } from '../../security/outside-addresses.ts'
import { makeSigningKey, makeWebhookSecret } from './signatures.ts'
import { createWebhookSender } from './webhook-sender.ts'

/*
 * Checks that nothing inside is connected to, however an address is written, and whatever a
 * resolver says. Listeners of both kinds of addresses count the connections.
 */
let connections = 0
const connectedTo: (string | undefined)[] = []
async function listen(host: string, port: number): Promise<Server | undefined> {
  const server = createServer((socket) => {
    connections++
    connectedTo.push(socket.localAddress)
    socket.destroy()
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}
const first = await listen('127.0.0.1', 0)
if (first === undefined) throw new Error('Nothing can listen on 127.0.0.1.')
const { port } = first.address() as AddressInfo
const listeners = [first, await listen('::1', port), await listen('127.0.0.2', port)]
afterAll(() => {
  for (const server of listeners) server?.close()
})
beforeEach(() => {
  connections = 0
  connectedTo.length = 0
})

const keys = { secrets: [makeWebhookSecret()], signingKey: makeSigningKey() }
function sendTo(url: string, resolve?: (host: string) => Promise<string[]>, allowPrivate = false) {
  const sender = createWebhookSender({
    allowHttp: true,
    resolve: (host) => resolveOutside(host, { allowPrivate, resolve }),
    timeoutMilliseconds: 2_000,
  })
  return sender.send({ url, id: 'test', body: '{}', keys })
}

const hosts = [
  'localhost',
  'localhost.',
  'LOCALHOST',
  '127.0.0.1',
  '127.0.0.1.',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[ff02::1]',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
]

describe('nothing inside is connected to', () => {
  test.each(hosts)('as %s', async (host) => {
    const outcome = await sendTo(`http://${host}:${port}/`)
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'inner-address' })
    expect(connections).toBe(0)
  })

  test.each(['[fe80::1%25lo]', '127.0.0.1%00', 'user@127.0.0.1', '127.0.0.1 '])(
    'as %s, which is no address at all',
    async (host) => {
      const outcome = await sendTo(`http://${host}:${port}/`)
      expect(outcome).toMatchObject({ kind: 'failed', failure: 'bad-url' })
      expect(connections).toBe(0)
    },
  )

  test('by a name that leads inside, in each of its ways', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '10.0.0.1']) {
      const outcome = await sendTo(`http://inner.test:${port}/`, async () => [address])
      expect(outcome).toMatchObject({ failure: 'inner-address' })
    }
    expect(connections).toBe(0)
  })

  test('by a name that leads elsewhere when it is asked again: it is asked once', async () => {
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['::1'])
    await sendTo(`http://rebound.test:${port}/`, resolve, true)
    expect(asked).toBe(1)
    expect(connectedTo).toEqual(['127.0.0.1'])
  })

  test('where private addresses are allowed, they are: the listeners do listen', async () => {
    for (const host of ['localhost', '127.1', '[::ffff:127.0.0.1]'])
      await sendTo(`http://${host}:${port}/`, undefined, true)
    expect(connections).toBeGreaterThanOrEqual(3)
  })
})
