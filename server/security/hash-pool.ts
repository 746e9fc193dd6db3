import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * To be hashed with the salt (`$2b$12$` and 22 characters), or to be compared with a hash in the
 * time that one of this cost takes.
 */
export type HashingTask =
  | { password: string; salt: string }
  | { password: string; hash: string; cost: number }

export const hashPool = Math.min(availableParallelism(), 8)

const idle: Worker[] = []

/**
 * Gives the task to a thread of its own and its answer back: a string for a salt, a boolean for a
 * hash. bcrypt's own asynchronous functions would fill the threads that files and DNS need, and
 * take the processor from the event loop. Callers see to it that at most `hashPool` tasks run
 * at once.
 */
export async function inHashWorker<Answer extends string | boolean>(
  task: HashingTask,
): Promise<Answer> {
  const thread =
    idle.pop() ??
    new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [], env: {} })
  thread.ref()
  thread.postMessage(task)
  // One that fails rejects here, has ended, and is not taken again.
  const [answer] = (await once(thread, 'message')) as [Answer]
  thread.unref()
  idle.push(thread)
  return answer
}
