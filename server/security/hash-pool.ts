import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * A password to hash with the salt (`$2b$12$` and 22 characters), or to compare with a hash in the
 * time that one of this cost takes.
 */
export type HashTask =
  | { password: string; salt: string }
  | { password: string; hash: string; cost: number }

/** Worker threads that hash and compare passwords. */
export interface HashPool {
  /** How many tasks may run at once, which callers ensure. */
  readonly size: number
  /** Resolves to the hash for a task with a salt, or to whether it matches for one with a hash. */
  run<Result extends string | boolean>(task: HashTask): Promise<Result>
}

/**
 * Makes a thread when a task finds none idle. bcrypt's own asynchronous functions would fill the
 * threads that files and DNS need, and take the processor from the event loop.
 */
export function createHashPool(size = Math.min(availableParallelism(), 8)): HashPool {
  const idle: Worker[] = []

  return {
    size,
    run: async <Result extends string | boolean>(task: HashTask) => {
      const worker = idle.pop() ?? startWorker()
      worker.ref()
      worker.postMessage(task)
      // Rejects if the worker fails; it has ended then, and is not used again.
      const [result] = (await once(worker, 'message')) as [Result]
      worker.unref()
      idle.push(worker)
      return result
    },
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [], env: {} })
}
