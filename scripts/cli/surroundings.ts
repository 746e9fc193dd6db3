import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable, Writable } from 'node:stream'
import { type ExitCode, exitCodes } from './exit-codes.ts'

/** Everything that a command gets from the process in which it runs. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
  /** The exit code of a command that does not throw. */
  exitCode: ExitCode
}

const ofProcess: Surroundings = {
  env: process.env,
  // Opened only by those who read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  exitCode: exitCodes.succeeded,
}

const current = new AsyncLocalStorage<Surroundings>()

/** Returns those of the running command: the process's own, unless it was given others. */
export function surroundings(): Surroundings {
  return current.getStore() ?? ofProcess
}

export function within<Result>(given: Surroundings, work: () => Result): Result {
  return current.run(given, work)
}
