import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../../server/test/webhook-receiver.ts'

/** A receiver's behavior, as shares of all messages. */
export interface Faults {
  fails: number
  hangs: number
  closes: number
}

export type FaultyReceiver = Awaited<ReturnType<typeof startFaultyReceiver>>

/** Starts a receiver here that verifies with the specification's reference library. */
export async function startFaultyReceiver({ fails, hangs, closes }: Faults) {
  const receiver = Object.assign(await startReceiver(), {
    secret: '',
    /** How often each event was received, by id. */
    taken: new Map<string, number>(),
    /** Each body that came with an id. */
    bodies: new Map<string, Set<string>>(),
    /** Milliseconds from the event to its first arrival. */
    delays: [] as number[],
    unverified: 0,
  })
  receiver.answer = (response, { id, body, headers }) => {
    if (!isVerified(receiver.secret, body, headers)) receiver.unverified++
    receiver.bodies.set(id, (receiver.bodies.get(id) ?? new Set()).add(body))

    const chance = Math.random()
    if (chance < hangs) return
    if (chance < hangs + closes) return void response.socket?.destroy()
    if (chance < hangs + closes + fails) return void response.writeHead(500).end()
    if (!receiver.taken.has(id))
      receiver.delays.push(Date.now() - Date.parse(JSON.parse(body).timestamp))
    receiver.taken.set(id, (receiver.taken.get(id) ?? 0) + 1)
    response.writeHead(204).end()
  }
  return receiver
}

function isVerified(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
