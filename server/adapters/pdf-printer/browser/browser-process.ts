import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** The process of a browser and all processes that it started. */
export type BrowserProcess = ReturnType<typeof startBrowserProcess>

const keptCharacters = 4_000

/**
 * Starts a command that talks DevTools over file descriptors 3 and 4. It never outlives this
 * process.
 */
export function startBrowserProcess(command: readonly string[], env: Record<string, string>) {
  const [file = '', ...args] = command
  // Starts a group of its own, so that all of it can be ended at once.
  const child = spawn(file, args, {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  let words = ''
  child.on('error', (error) => {
    words = error.message
  })
  const pipes = child.stdio as [null, null, Readable, Writable, Readable] | undefined
  // Throws now: nobody could handle the error later, and it would end the server.
  if (pipes === undefined) throw new Error('too few file descriptors are left to start a browser')
  const [, , errors, toBrowser, fromBrowser] = pipes

  errors.setEncoding('utf8')
  errors.on('data', (chunk: string) => {
    words = (words + chunk).slice(-keptCharacters)
  })
  errors.on('error', () => undefined)

  let isKilledByUs = false
  let isKilled = false
  const ended = new Promise<void>((resolve) => {
    child.once('close', (_code, signal) => {
      isKilled = signal === 'SIGKILL' && !isKilledByUs
      process.off('exit', kill)
      resolve()
    })
  })
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  process.once('exit', kill)

  /** Kills them, even if the first process has ended but another still holds its output. */
  function kill(): void {
    if (child.pid === undefined || isOver) return
    isKilledByUs = child.exitCode === null && child.signalCode === null
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Ignores processes that ended just now.
    }
  }

  return {
    toBrowser,
    fromBrowser,
    /** The group of all its processes; 0 if the first could not be started. */
    processGroup: child.pid ?? 0,
    /** Settles when the browser has ended and all its output is read. */
    ended,
    /** Returns the browser's own explanation why it ended, as far as it is for people. */
    lastError: () => pickLastSentence(words),
    kill,
    /** Whether it was killed from outside, which tells nothing about whether it can run here. */
    wasKilled: () => isKilled,
  }
}

/**
 * Picks the check that failed, or else the first sentence of the last line, without time stamp and
 * place in the source.
 */
function pickLastSentence(output: string): string | undefined {
  const lines = output.trim().split('\n')
  // Skips the last line then, which only tells that a process ended: a consequence.
  const line = (lines.find((text) => text.includes('Check failed: ')) ?? lines.at(-1))?.replace(
    /^\[[^\]]*\]\s*/u,
    '',
  )
  return line === undefined || line === ''
    ? undefined
    : line.replace(/(?<=[.!])\s.*$/su, '').slice(0, 200)
}
