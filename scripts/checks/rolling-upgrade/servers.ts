import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../server/test/free-port.ts'
import type { Settings } from '../support/place.ts'
import { stop } from '../support/programs.ts'
import { untilReady } from '../support/until.ts'

export interface Server {
  url: string
  stop(): Promise<void>
}

/** Starts the server of a release, and waits until it is ready. */
export async function startServer(
  release: string,
  settings: Settings,
  logFile: string,
): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--expose-gc', join(release, 'server/main.ts')], {
    cwd: release,
    env: { ...settings, PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const url = `http://127.0.0.1:${port}`
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A server ended with exit code ${code}: see ${logFile}`)
  })
  await Promise.race([untilReady(`${url}/readyz`), ended])
  return {
    url,
    stop: () => stop(child),
  }
}

/** Runs the command line of a release. */
export async function runCommand(
  release: string,
  settings: Settings,
  args: string[],
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(release, 'scripts/lyceum.ts'), ...args],
    { cwd: release, env: { ...settings, PATH: process.env.PATH }, maxBuffer: 64 * 2 ** 20 },
  )
  return stdout + stderr
}
