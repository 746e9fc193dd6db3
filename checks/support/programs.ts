import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { untilReady } from './until.ts'

/** The project's folder. */
export const root = join(import.meta.dirname, '../..')

const execute = promisify(execFile)

/** Ends a process as an operator would. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Runs a program and returns its output; rejects with all of it if it fails. */
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

export interface RunningProgram extends AsyncDisposable {
  /** Returns what it has printed so far. */
  printed: () => string
}

/** Starts a program, and waits until the URL answers. Ends it with the block. */
export async function startProgram(
  [command = '', ...args]: string[],
  url: string,
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<RunningProgram> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (part) => {
    printed += String(part)
  })
  const running = { printed: () => printed, [Symbol.asyncDispose]: () => stop(child) }
  try {
    await untilReady(url)
  } catch (error) {
    await stop(child)
    throw error
  }
  return running
}

/** Makes a third party's project: writes its files, and installs its packages. */
export async function makeProject(
  folder: string,
  { packages, files }: { packages: string[]; files: Record<string, string> },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder)
}
