import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that holds a cluster, and the ways to end it. */
export interface HolderProcess {
  readonly pid: number
  readonly url: string
  /** Milliseconds from its birth to the database's first answer, Node's own start included. */
  readonly startedInMs: number
  /** Returns its log so far. */
  logged(): string
  /**
   * Asks it to leave, and waits until it ended by itself; false when it has to be killed because
   * something keeps it alive.
   */
  leave(): Promise<boolean>
  /** Signals its whole process group, as Ctrl-C in a terminal does, and waits likewise. */
  interruptGroup(): Promise<boolean>
  /** `kill -9`. */
  kill(): Promise<void>
}

export interface HoldOptions {
  readonly settings?: Record<string, string>
  readonly uid?: number
  readonly gid?: number
  /** The project whose code runs; this one by default. */
  readonly checkout?: string
  readonly node?: string
  readonly umask?: string
}

const THIS_CHECKOUT = join(import.meta.dirname, '..', '..', '..', '..')
const EXIT_PATIENCE_MS = 20_000

/** Starts a process that joins the cluster. Throws what that process says if it cannot. */
export async function hold(dataDir: string, options: HoldOptions = {}): Promise<HolderProcess> {
  const {
    settings = {},
    uid,
    gid = uid,
    checkout = THIS_CHECKOUT,
    node = process.execPath,
    umask = '022',
  } = options
  const began = performance.now()
  const program = join(checkout, 'db/postgres/embedded/test/hold.ts')
  const child = spawn(
    '/bin/sh',
    ['-c', 'umask "$0" && exec "$@"', umask, node, program, dataDir, JSON.stringify(settings)],
    {
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      cwd: '/',
      detached: true,
      env: {},
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const logged: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => logged.push(text))
  const ended = once(child, 'exit')

  const answer = await firstLine(child, logged)
  if (answer.url === undefined || child.pid === undefined)
    throw new Error(answer.error ?? 'the process could not be started')
  const { pid } = child

  return {
    pid,
    url: answer.url,
    startedInMs: performance.now() - began,
    logged: () => logged.join(''),
    leave() {
      child.stdin.end()
      return endsByItself(child, ended)
    },
    interruptGroup() {
      process.kill(-pid, 'SIGINT')
      return endsByItself(child, ended)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function firstLine(
  child: ChildProcess,
  logged: readonly string[],
): Promise<{ url?: string; error?: string }> {
  if (child.stdout !== null) {
    for await (const line of createInterface(child.stdout)) return JSON.parse(line)
  }
  return { error: logged.join('') }
}

async function endsByItself(child: ChildProcess, ended: Promise<unknown>): Promise<boolean> {
  const patience = new AbortController()
  const inTime = await Promise.race([
    ended.then(() => true),
    sleep(EXIT_PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
  ])
  patience.abort()
  if (!inTime) child.kill('SIGKILL')
  return inTime && child.exitCode === 0
}
