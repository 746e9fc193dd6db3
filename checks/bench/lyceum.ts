import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/app.ts'
import type { Deps } from '../../server/context.ts'
import { startDispatcher } from '../../server/features/platform/webhooks/dispatcher.ts'

/** The whole service, as server/main.ts starts it. */
export async function buildLyceum(deps: Deps): Promise<FastifyInstance> {
  const { server } = await buildApp(deps)
  await deps.jobs.work(async () => (await import('../../server/job-handlers.ts')).jobHandlers(deps))
  deps.publisher.start()
  startDispatcher(deps)
  return server
}
