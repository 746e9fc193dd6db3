import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import forge from 'node-forge'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeSigningKey, makeWebhookSecret } from './signatures.ts'
import { createWebhookSender } from './webhook-sender.ts'

const keys = { secrets: [makeWebhookSecret()], signingKey: makeSigningKey() }
const resolve = async () => ['127.0.0.1']
const sender = createWebhookSender({ allowHttp: true, resolve, timeoutMilliseconds: 500 })

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Answers with these bytes, whatever was asked. */
async function sendTo(act: (socket: Socket) => void, signal?: AbortSignal) {
  const port = await listen(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => act(socket))
      onTestFinished(() => void socket.destroy())
    }),
  )
  return sender.send({ url: `http://receiver.test:${port}/`, id: 'x', body: '{}', keys }, signal)
}

describe('what a receiver does', () => {
  test.each<[string, (socket: Socket) => void, object]>([
    ['closes', (socket) => socket.destroy(), { failure: 'broken-off' }],
    ['says nothing', () => undefined, { failure: 'timed-out' }],
    [
      'says it a letter at a time',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        const timer = setInterval(() => socket.write('y'), 100)
        socket.once('close', () => clearInterval(timer))
      },
      { failure: 'timed-out' },
    ],
    ['speaks another protocol', (socket) => socket.end('220 mail'), { failure: 'broken-off' }],
    [
      'switches protocols',
      (socket) => socket.write('HTTP/1.1 101 OK\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      { failure: 'broken-off' },
    ],
    [
      'says much in its headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
      { failure: 'broken-off' },
    ],
    [
      'answers, and leaves the body open',
      (socket) => socket.write('HTTP/1.1 202 OK\r\ncontent-length: 9\r\n\r\nthanks'),
      { status: 202, answer: 'thanks' },
    ],
    [
      'answers with what is no text',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\na\0b\xff', 'latin1'),
      { status: 200, answer: 'a\ufffdb\ufffd' },
    ],
  ])('%s', async (_does, act, outcome) => {
    expect(await sendTo(act)).toMatchObject(outcome)
  })

  test('ends when the process stops', async () => {
    const stopping = new AbortController()
    const sending = sendTo(() => stopping.abort(), stopping.signal)
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('a certificate that nobody vouches for is not trusted, and gets no message', async () => {
  let requests = 0
  const server = createHttpsServer(selfSigned(), (_request, response) => {
    requests++
    response.end()
  })
  const port = await listen(server)
  const url = `https://receiver.test:${port}/`
  expect(await sender.send({ url, id: 'x', body: '{}', keys })).toMatchObject({
    failure: 'certificate',
  })
  expect(requests).toBe(0)
})

test('a resolver that hangs is asked once for all messages to its host', async () => {
  let asked = 0
  const hanging = createWebhookSender({
    allowHttp: true,
    resolve: () => {
      asked++
      return new Promise(() => undefined)
    },
    timeoutMilliseconds: 200,
  })
  const send = () => hanging.send({ url: 'https://slow.test/', id: 'x', body: '{}', keys })
  const outcomes = await Promise.all([send(), send(), send()])
  expect(outcomes.map((outcome) => 'failure' in outcome && outcome.failure)).toEqual([
    'timed-out',
    'timed-out',
    'timed-out',
  ])
  expect(asked).toBe(1)
})

function selfSigned(): { key: string; cert: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const key = String(privateKey.export({ type: 'pkcs1', format: 'pem' }))
  const signer = forge.pki.privateKeyFromPem(key)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(signer.n, signer.e)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 3_600_000)
  certificate.validity.notAfter = new Date(Date.now() + 3_600_000)
  const name = [{ name: 'commonName', value: 'receiver.test' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'receiver.test' }] },
  ])
  certificate.sign(signer, forge.md.sha256.create())
  return { key, cert: forge.pki.certificateToPem(certificate) }
}
