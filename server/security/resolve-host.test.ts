import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { resolveByDns, resolveByDnsOrSystem } from './resolve-host.ts'

const [typeA, typeAAAA] = [1, 28]
const ipv4 = [192, 0, 2, 7]
const ipv6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]

/** Starts a name server with these addresses for every name, silent about the other types. */
async function givenNameServer(known: Record<number, number[] | undefined>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query)
    asked.push(name)
    const data = known[type]
    if (data !== undefined) socket.send(answerTo(query, { question, type, data }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return {
    name: labels.join('.'),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  }
}

/** Answers with one record, or none without data. */
function answerTo(
  query: Buffer,
  { question, type, data }: { question: Buffer; type: number; data: number[] },
): Buffer {
  const count = data.length === 0 ? 0 : 1
  const head = [query[0], query[1], 0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0].map(Number)
  const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]
  return Buffer.concat([Buffer.from(head), question, Buffer.from(count === 0 ? [] : record)])
}

async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const began = performance.now()
  return [await work, performance.now() - began]
}

describe('a name', () => {
  test('has the addresses that DNS gives, IPv4 last, and is asked for as it stands', async () => {
    const { servers, asked } = await givenNameServer({ [typeA]: ipv4, [typeAAAA]: ipv6 })
    const found = await resolveByDns('hooks.example.org', { servers })
    expect(found).toEqual(['2001:db8::7', '192.0.2.7'])
    expect(asked).toEqual(['hooks.example.org', 'hooks.example.org'])
  })

  test('of one family has the addresses of that one', async () => {
    const { servers } = await givenNameServer({ [typeA]: ipv4, [typeAAAA]: [] })
    expect(await resolveByDns('hooks.example.org', { servers })).toEqual(['192.0.2.7'])
  })

  test('has its IPv4 address also where a name server is silent about IPv6', async () => {
    const { servers } = await givenNameServer({ [typeA]: ipv4 })
    const options = { servers, patienceMilliseconds: 600 }
    expect(await resolveByDns('hooks.example.org', options)).toEqual(['192.0.2.7'])
  })

  test('has none in time where all name servers are silent, however many there are', async () => {
    const silent = await Promise.all([1, 2, 3].map(() => givenNameServer({})))
    const servers = silent.flatMap((one) => one.servers)
    const [found, milliseconds] = await timed(
      resolveByDns('hooks.example.org', { servers, patienceMilliseconds: 600 }),
    )
    expect(found).toEqual([])
    expect(milliseconds).toBeGreaterThan(500)
    expect(milliseconds).toBeLessThan(1_500)
  })

  test('is not looked up in the hosts file, unless that is allowed', async () => {
    const { servers } = await givenNameServer({ [typeA]: [], [typeAAAA]: [] })
    expect(await resolveByDns('localhost', { servers })).toEqual([])
    const allowed = await resolveByDnsOrSystem('localhost', { servers })
    expect(allowed.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
    expect(allowed.length).toBeGreaterThan(0)
  })
})
