import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { AppError } from '../errors.ts'

export interface Health {
  /** Set when the server is about to stop: it finishes what it has and asks to be given nothing new. */
  draining: boolean
}

/** `/livez`: the process answers. `/readyz`: it can do its work, so send it requests. */
export function mountHealth(app: FastifyInstance, { db }: Deps, health: Health): void {
  app.get('/livez', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (health.draining) throw new AppError('ServiceUnavailable', { message: 'The server is stopping.', retryAfterSeconds: 5 })
    await db.execute(sql`select 1`)
    return { status: 'ok' }
  })
}
