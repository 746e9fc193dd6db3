import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  id: string
  headers: Record<string, string>
  body: string
  message: { type: string; number: number; data: Record<string, unknown> }
}

type Answer = (response: ServerResponse, received: Received) => void

export interface Receiver extends AsyncDisposable {
  url: string
  received: Received[]
  /** How it answers from now on. */
  answer: Answer
}

/** A receiver on this machine; answers 204 unless a test says otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A sender that is killed leaves a part of its message.
    const chunks: Buffer[] | undefined = await request.toArray().catch(() => undefined)
    if (chunks === undefined) return
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const received = { id: headers['webhook-id'] ?? '', headers, body, message: JSON.parse(body) }
    receiver.received.push(received)
    receiver.answer(response, received)
  }
  return receiver
}
