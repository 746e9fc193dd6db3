import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountFor, give } from '../../../db/postgres/embedded/account.ts'
import { asAccount, run, signal } from '../../../db/postgres/embedded/processes.ts'

/** A check's folder and programs, run by an unprivileged account; all of it is cleaned up. */
export interface Workshop extends AsyncDisposable {
  folder: string
  /** Runs a program to its end; throws with its output if it fails. */
  run(program: string, args: string[]): Promise<string>
  /** Starts a program in its own session; it prints to `NAME.log` in the folder. */
  start(name: string, program: string, args: string[]): ChildProcess
  /** Returns the output of the program with that name. */
  printed(name: string): string
  /** Adds a clean-up for what outlives its program. It must not wait for anything. */
  atEnd(cleanUp: () => void): void
  /** Keeps the folder, to look into a failure. */
  keep(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-cluster-'))
  const account = accountFor(folder)
  await chmod(folder, 0o755)
  await give(folder, account)
  const children: ChildProcess[] = []
  const cleanUps: (() => void)[] = []
  let isKept = false

  // Runs at the exit of the check, too, where nothing can be awaited.
  function end(): void {
    for (const child of children) if (child.pid !== undefined) signal(-child.pid, 'SIGKILL')
    for (const cleanUp of cleanUps.toReversed()) cleanUp()
    if (!isKept) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  const interrupted = (name: (typeof signals)[number]) =>
    process.exit(128 + constants.signals[name])
  process.once('exit', end)
  for (const name of signals) process.once(name, interrupted)

  return {
    folder,
    run: async (program, args) => {
      const { code, output } = await run(program, args, { account })
      if (code !== 0) throw new Error(`${program} ended with exit code ${code}: ${output}`)
      return output
    },
    start: (name, program, args) => {
      const log = openSync(join(folder, `${name}.log`), 'a')
      const { PATH = '' } = process.env
      const child = spawn(program, args, {
        ...asAccount(account),
        cwd: folder,
        detached: true,
        env: { PATH, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
        stdio: ['ignore', log, log],
      })
      children.push(child)
      return child
    },
    printed: (name) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    atEnd: (cleanUp) => cleanUps.push(cleanUp),
    keep: () => {
      isKept = true
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end)
      for (const name of signals) process.off(name, interrupted)
      end()
    },
  }
}
