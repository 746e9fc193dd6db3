import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The project's folder. */
export const root = join(import.meta.dirname, '../../..')

const execute = promisify(execFile)

/** Ends a process as an operator does. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Runs a program and returns its output; rejects with all of the output when it fails. */
export async function run(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, args, {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 2 ** 20,
    })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${[command, ...args].join(' ')} failed in ${cwd}\n${stdout}${stderr}`, {
      cause: error,
    })
  }
}
