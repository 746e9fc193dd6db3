import type { Deps } from '../context.ts'
import { toAppError } from '../errors/problem.ts'
import type { Operation } from './operations.ts'

/** Measures the calls of an operation, and traces them if that is on. */
export function operationObserver(
  { metrics, tracing }: Pick<Deps, 'metrics' | 'tracing'>,
  { name: operation, type }: Pick<Operation, 'name' | 'type'>,
): <Result>(call: () => Promise<Result>) => Promise<Result> {
  return async (call) => {
    const begin = performance.now()
    let status = '2xx'
    try {
      return await (tracing === undefined ? call() : tracing.span(operation, call))
    } catch (error) {
      status = `${Math.floor(toAppError(error).status / 100)}xx`
      throw error
    } finally {
      metrics.operations.observe({ operation, type, status }, (performance.now() - begin) / 1000)
    }
  }
}
