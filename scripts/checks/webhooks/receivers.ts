import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** How a receiver treats a message: shares of all messages. */
export interface Faults {
  fails: number
  hangs: number
  closes: number
}

export interface Receiver {
  url: string
  server: Server
  secret: string
  /** How often each event was taken, by its id. */
  taken: Map<string, number>
  /** Each body that came with an id. */
  bodies: Map<string, Set<string>>
  /** Milliseconds from the event to its first arrival. */
  delays: number[]
  requests: number
  unverified: number
}

/** A receiver on this machine, which verifies by the reference library of the specification. */
export async function startReceiver(faults: Faults): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    server: createServer(),
    secret: '',
    taken: new Map(),
    bodies: new Map(),
    delays: [],
    requests: 0,
    unverified: 0,
  }
  receiver.server.on('request', async (request, response) => {
    const chunks: Buffer[] = await request.toArray().catch(() => [])
    const body = Buffer.concat(chunks).toString('utf8')
    const id = String(request.headers['webhook-id'])
    receiver.requests++
    if (!isVerified(receiver.secret, body, request.headers)) receiver.unverified++
    receiver.bodies.set(id, (receiver.bodies.get(id) ?? new Set()).add(body))

    const chance = Math.random()
    if (chance < faults.hangs) return
    if (chance < faults.hangs + faults.closes) return void request.socket.destroy()
    if (chance < faults.hangs + faults.closes + faults.fails)
      return void response.writeHead(500).end()
    if (!receiver.taken.has(id))
      receiver.delays.push(Date.now() - Date.parse(JSON.parse(body).timestamp))
    receiver.taken.set(id, (receiver.taken.get(id) ?? 0) + 1)
    response.writeHead(204).end()
  })
  receiver.server.listen(0, '127.0.0.1')
  await once(receiver.server, 'listening')
  const { port } = receiver.server.address() as AddressInfo
  receiver.url = `http://127.0.0.1:${port}/`
  return receiver
}

function isVerified(secret: string, body: string, headers: object): boolean {
  try {
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)])
    new Webhook(secret).verify(body, Object.fromEntries(given))
    return true
  } catch {
    return false
  }
}
