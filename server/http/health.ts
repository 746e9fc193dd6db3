import type { FastifyInstance } from 'fastify'
import { clockDifferences } from '../../db/postgres/connections/clock.ts'
import { ping } from '../../db/postgres/database-server.ts'
import { shareCalls } from '../../lib/single-flight.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { type Endpoint, jsonContent } from './endpoints/endpoints.ts'
import { sendProblem } from './send-problem.ts'

export interface Health {
  /** Set when the server is stopping: it finishes its requests and should get no new ones. */
  draining: boolean
}

/** How long an answer of the database serves `/readyz`, however often that is requested. */
const freshMilliseconds = 1_000

/** Mounts `/livez`: the process answers; and `/readyz`: it can serve requests. */
export function mountHealth(app: FastifyInstance, deps: Deps, health: Health): void {
  const { config, db, printer, quarantine } = deps
  // Returns failures, to share them for as long as a success.
  const findFailure = shareCalls(
    () =>
      ping(db).then(
        () => undefined,
        (error: unknown) => ({ error }),
      ),
    { freshMilliseconds },
  )

  app.get('/livez', async () => ({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    if (health.draining) {
      const stopping = new AppError('ServiceUnavailable', {
        message: 'The server is stopping.',
        retryAfterSeconds: 5,
      })
      // Sends without throwing: a restart is no failure, and proxies ask repeatedly.
      return sendProblem(request, reply, stopping, config.publicUrl)
    }
    const failure = await findFailure()
    if (failure !== undefined) throw failure.error
    const seconds = Math.round(deps.millisecondsAhead() / 1_000)
    if (Math.abs(seconds) * 1_000 > clockDifferences.notReady)
      throw new AppError('ServiceUnavailable', {
        message: `The clock of this machine differs from the database's by ${seconds} s.`,
        retryAfterSeconds: 5,
      })
    const held = await quarantine.find()
    return {
      status: 'ok',
      certificates: describePrinting(printer),
      ...(held !== undefined && { quarantine: { since: held.since.toISOString() } }),
    }
  })
}

function describePrinting({ lastStatus: known }: Deps['printer']) {
  if (known === undefined) return { printing: 'unknown' }
  return {
    printing: known.available ? 'ready' : 'unavailable',
    ...(known.sandbox !== undefined && { sandbox: known.sandbox }),
  }
}

export const healthEndpoints: Endpoint[] = [
  {
    route: 'GET /livez',
    operationId: 'service_live',
    tag: 'service',
    summary: 'Check whether the process answers',
    description: 'Not counted towards any limit.',
    content: jsonContent(
      { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] },
      { status: 'ok' },
    ),
    headers: ['x-request-id'],
  },
  {
    route: 'GET /readyz',
    operationId: 'service_ready',
    tag: 'service',
    summary: 'Check whether the service can serve requests',
    description:
      'Answers ServiceUnavailable while the database does not answer, while the clock of the ' +
      "machine differs from the database's by more than ten seconds, and while the server is " +
      'stopping. Without a browser to print certificates, the service is ready all the same, and ' +
      'says so; in quarantine after a restore it is ready to read, and says so, too. Not counted ' +
      'towards any limit.',
    content: jsonContent(
      {
        type: 'object',
        properties: {
          status: { const: 'ok' },
          certificates: {
            type: 'object',
            description: 'The result of a test print at the start, or of the last print',
            properties: {
              printing: { type: 'string', enum: ['ready', 'unavailable', 'unknown'] },
              sandbox: { type: 'string', description: 'How the browser is isolated' },
            },
            required: ['printing'],
          },
          quarantine: {
            type: 'object',
            description:
              'Present while the service only reads, because it was restored from a backup',
            properties: { since: { type: 'string', format: 'date-time' } },
            required: ['since'],
          },
        },
        required: ['status', 'certificates'],
      },
      {
        status: 'ok',
        certificates: {
          printing: 'ready',
          sandbox: "unprivileged user, no network, Chromium's own sandbox",
        },
      },
    ),
    headers: ['x-request-id'],
  },
]
