import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../server/context.ts'

export type ContenderName = 'bare' | 'limit' | 'lyceum' | 'plugin' | 'by the book'

type Contender = (deps: Deps, databaseUrl: string) => Promise<FastifyInstance>

/** The servers to compare, with the same database and the same tokens; each loads no other. */
export const contenders: Record<ContenderName, () => Promise<Contender>> = {
  /** The rival: written by hand, as a careful engineer would. */
  bare: async () => (await import('./rivals/bare.ts')).buildBare,
  /** The same in the fewest statements with the shortest plans. */
  limit: async () => (await import('./rivals/bare.ts')).buildLimit,
  /** Lyceum, with everything that runs beside its requests. */
  lyceum: async () => (await import('./lyceum.ts')).buildLyceum,
  /** Lyceum's router, served by trpc-openapi's own plugin. */
  plugin: async () => (await import('./rivals/plugin.ts')).buildPlugin,
  /** The same plugin in a separate service, as its documentation would write it. */
  'by the book': async () => (await import('./rivals/by-the-book.ts')).buildByTheBook,
}
