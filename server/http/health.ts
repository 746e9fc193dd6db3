import type { FastifyInstance } from 'fastify'
import { ping } from '../../db/database-server.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'

export interface Health {
  /**
   * Set when the server is about to stop: it finishes what it has and asks to be given nothing new.
   */
  draining: boolean
}

/**
 * How long an answer of the database counts: however often one asks, it is asked once in this time.
 */
const freshMilliseconds = 1_000

/** `/livez`: the process answers. `/readyz`: it can do its work, so send it requests. */
export function mountHealth(app: FastifyInstance, { db, renderer }: Deps, health: Health): void {
  let checked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve() }

  app.get('/livez', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (health.draining)
      throw new AppError('ServiceUnavailable', {
        message: 'The server is stopping.',
        retryAfterSeconds: 5,
      })
    if (performance.now() - checked.at > freshMilliseconds)
      checked = { at: performance.now(), answer: ping(db) }
    await checked.answer
    return { status: 'ok', certificates: describePrinting(renderer) }
  })
}

function describePrinting({ known }: Deps['renderer']) {
  if (known === undefined) return { printing: 'unknown' }
  return {
    printing: known.available ? 'ready' : 'unavailable',
    ...(known.sandbox !== undefined && { sandbox: known.sandbox }),
  }
}
