import type { Deps } from '../context.ts'

/** Dependencies whose transactions lose their connection after so many statements. */
export function withDyingConnection<Ctx extends Deps>(ctx: Ctx, statements: number): Ctx {
  return {
    ...ctx,
    withTransaction: (work, mutexKey) =>
      ctx.withTransaction((db) => {
        const { $client } = db as unknown as { $client: { query: (...args: unknown[]) => unknown } }
        const query = $client.query
        let left = statements
        $client.query = async (...args) => {
          if (left-- === 0) await query('select pg_terminate_backend(pg_backend_pid())')
          return query(...args)
        }
        return work(db)
      }, mutexKey),
  }
}
