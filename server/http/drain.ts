import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** How long requests in progress may take once the socket is closed. */
const deadlineMilliseconds = 10_000

/** How long a kept connection may bring one more request, whose answer tells it to end. */
const idleMilliseconds = 1_000

/** Closes the socket even under a flood of connections. */
const maxTurns = 1_000

interface DrainedApp {
  server: FastifyInstance
  health: Health
}

export interface DrainOptions {
  /** How long requests are still taken, so that their senders notice in time. */
  delayMilliseconds: number
  /** Ends other work of the process, while the last requests end. */
  endOtherWork: () => Promise<void>
}

/**
 * Lets every answer of a stopping server end its connection, even for requests already in progress:
 * a proxy that goes on sending finds no kept connection that is about to close under it. Call it
 * before there are routes.
 */
export function endConnectionsWhenDraining({ server, health }: DrainedApp): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.draining) reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops without cutting off a request. From now on `/readyz` fails, and answers end their
 * connections; after the delay the socket closes, idle connections a moment later, busy ones after
 * their answer, and the rest at the deadline.
 */
export async function drain(
  { server, health }: DrainedApp,
  { delayMilliseconds, endOtherWork }: DrainOptions,
): Promise<void> {
  health.draining = true
  await sleep(delayMilliseconds)
  await Promise.all([endRequests(server), endOtherWork()])
}

async function endRequests(app: FastifyInstance): Promise<void> {
  const { server } = app
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await untilAllAreAccepted(server)
  // Uses net's: http's cuts idle connections off at once, with requests that they are sending.
  Server.prototype.close.call(server, () => resolve())
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMilliseconds)
  const from = performance.now() + idleMilliseconds
  const sweep = setInterval(() => {
    if (performance.now() >= from) server.closeIdleConnections()
  }, 100)
  try {
    await closed
    await app.close()
  } finally {
    clearTimeout(deadline)
    clearInterval(sweep)
  }
}

/** Waits for connections in the kernel's queue, which closing the socket would reset. */
async function untilAllAreAccepted(server: FastifyInstance['server']): Promise<void> {
  let accepted = 0
  server.on('connection', () => accepted++)
  for (let turn = 0, before = -1; turn < maxTurns && accepted !== before; turn++) {
    before = accepted
    await nextTurn()
  }
}
