import type { App } from '../app.ts'

/** How long requests in hand may take after the server was asked to stop. */
const deadlineMilliseconds = 10_000

/**
 * Stops taking requests without cutting one off: not ready from now on, idle connections closed,
 * busy ones told to close after their answer, and everything that is left closed at the deadline.
 */
export async function drain({ server, health }: App): Promise<void> {
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
