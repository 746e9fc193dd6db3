import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openBrowser } from './open-browser.ts'

/** The requirements that a check can have of its machine. */
export type Requirement = 'Linux' | 'a browser' | 'the package registry' | 'port 3000'

export interface Machine {
  /** The first requirement that is not met and why, or undefined when all are. */
  lacks(needs: readonly Requirement[]): Promise<string | undefined>
}

/** Looks each requirement up once, when the first check needs it. */
export function createMachine(): Machine {
  const obstacles = new Map<Requirement, Promise<string | undefined>>()
  function obstacleOf(need: Requirement): Promise<string | undefined> {
    const obstacle = obstacles.get(need) ?? probes[need]()
    obstacles.set(need, obstacle)
    return obstacle
  }

  return {
    lacks: async (needs) => {
      for (const need of needs) {
        const obstacle = await obstacleOf(need)
        if (obstacle !== undefined) return `needs ${need}: ${obstacle}`
      }
      return undefined
    },
  }
}

const probes: Record<Requirement, () => Promise<string | undefined>> = {
  Linux: async () => (process.platform === 'linux' ? undefined : `this is ${process.platform}`),
  'a browser': whyNoBrowserStarts,
  'the package registry': async () => {
    const asked = promisify(execFile)('npm', ['view', 'typescript', 'name'], { timeout: 20_000 })
    return asked.then(
      () => undefined,
      () => 'npm cannot reach it',
    )
  },
  'port 3000': async () => {
    const server = createServer().listen(3000)
    return once(server, 'listening').then(
      () => void server.close(),
      () => 'something else listens there',
    )
  },
}

async function whyNoBrowserStarts(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-probe-'))
  try {
    const { browser } = await openBrowser(folder)
    await browser.close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
