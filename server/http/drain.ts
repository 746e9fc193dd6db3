import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** How long requests in progress may take once the server is stopping. */
const deadlineMilliseconds = 10_000

interface DrainedApp {
  server: FastifyInstance
  health: Health
}

/**
 * Stops without cutting off a request: `/readyz` fails from now on, idle connections are closed at
 * once, busy ones after their answer, and the rest at the deadline.
 */
export async function drain({ server, health }: DrainedApp): Promise<void> {
  health.draining = true
  const deadline = setTimeout(() => server.server.closeAllConnections(), deadlineMilliseconds)
  const sweep = setInterval(() => server.server.closeIdleConnections(), 100)
  try {
    server.server.closeIdleConnections()
    await server.close()
  } finally {
    clearTimeout(deadline)
    clearInterval(sweep)
  }
}
