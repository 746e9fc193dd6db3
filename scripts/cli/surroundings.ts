import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable, Writable } from 'node:stream'
import { type ExitCode, exitCodes } from './exit-codes.ts'

/** All that a command has of the process in which it runs. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
  /** Of a command that ends without throwing. */
  exitCode: ExitCode
}

const ofProcess: Surroundings = {
  env: process.env,
  // Only those who read it open it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  exitCode: exitCodes.succeeded,
}

const current = new AsyncLocalStorage<Surroundings>()

/** Returns those of the command that runs: of the process, unless it is given others. */
export function surroundings(): Surroundings {
  return current.getStore() ?? ofProcess
}

export function within<Result>(given: Surroundings, work: () => Result): Result {
  return current.run(given, work)
}
