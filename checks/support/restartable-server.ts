import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from './place.ts'
import { root } from './programs.ts'
import { isReady as isReadyAt } from './until.ts'

/** A server that a check starts, kills and starts again. */
export interface RestartableServer {
  url: string
  /** Retries until the server is ready; throws after two minutes. */
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  /** Stops it by SIGTERM, as an operator would. */
  stop(): Promise<number | null>
  /** Says how the server ended by itself, if it did. */
  crash(): string | undefined
}

/** Prepares a server of this commit, or of the release in the folder. It logs to the file. */
export function restartableServer(
  logFile: string,
  settings: Settings,
  release = root,
): RestartableServer {
  const url = `http://127.0.0.1:${settings.PORT}`
  const { PATH = '' } = process.env
  let child: ChildProcess | undefined
  let isWanted = false
  let isReady = false
  let crash: string | undefined
  process.once('exit', () => child?.kill('SIGKILL'))

  function launch(): ChildProcess {
    const started = spawn(process.execPath, [join(release, 'server/main.ts')], {
      cwd: release,
      env: { ACADEMY: 'off', ...settings, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const file = createWriteStream(logFile, { flags: 'a' })
    started.stdout.pipe(file, { end: false })
    started.stderr.pipe(file, { end: false })
    started.on('exit', (code, signal) => {
      if (isReady) crash ??= `exit code ${code}, signal ${signal}`
    })
    return started
  }

  async function becomesReady(started: ChildProcess): Promise<boolean> {
    while (started.exitCode === null && started.signalCode === null) {
      if (await isReadyAt(`${url}/readyz`)) return true
      await sleep(200)
    }
    return false
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    isWanted = false
    isReady = false
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    const exit = once(child, 'exit')
    child.kill(signal)
    const [code] = await exit
    return code
  }

  return {
    url,
    start: async () => {
      isWanted = true
      const latest = performance.now() + 120_000
      while (isWanted && !isReady) {
        if (performance.now() > latest) throw new Error(`No server starts: see ${logFile}`)
        child = launch()
        // If it reports that its database was taken away, it is started again, as a supervisor
        // would.
        isReady = await becomesReady(child)
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    crash: () => crash,
  }
}
