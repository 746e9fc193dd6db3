import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { whyNoReleaseBefore } from '../rolling-upgrade/release-before.ts'
import { missingForPatroni } from './clusters/patroni.ts'
import { installedPgBouncer } from './clusters/pgbouncer.ts'
import { postgresPrograms } from './clusters/postgres.ts'
import { openFolder } from './folder.ts'
import { openBrowser } from './open-browser.ts'
import { succeeds } from './until.ts'

/** The requirements that a check can have of its machine. */
export type Requirement =
  | 'Linux'
  | 'a browser'
  | 'the package registry'
  | 'port 3000'
  | 'the release before'
  | 'PostgreSQL programs'
  | 'PgBouncer'
  | 'Patroni and etcd'
  | 'Prometheus'
  | 'nginx and HAProxy'
  | 'Redis'
  | 'root and container programs'

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
  'the release before': whyNoReleaseBefore,
  Linux: async () => (process.platform === 'linux' ? undefined : `this is ${process.platform}`),
  'a browser': whyNoBrowserStarts,
  'the package registry': async () => {
    const asked = promisify(execFile)('npm', ['view', 'typescript', 'name'], { timeout: 20_000 })
    return (await succeeds(asked)) ? undefined : 'npm cannot reach it'
  },
  'PostgreSQL programs': async () =>
    postgresPrograms() === undefined ? 'no pg_basebackup is installed' : undefined,
  PgBouncer: async () => (installedPgBouncer() === undefined ? 'it is not installed' : undefined),
  'Patroni and etcd': async () => {
    const missing = missingForPatroni()
    return missing === undefined ? undefined : `${missing} is missing`
  },
  Prometheus: () => whyMissing('prometheus', 'promtool'),
  'nginx and HAProxy': () => whyMissing('nginx', 'haproxy'),
  Redis: () => whyMissing('redis-server'),
  'root and container programs': async () =>
    process.getuid?.() === 0
      ? whyMissing('buildah', 'podman', 'runc', 'debootstrap')
      : 'this is not root',
  'port 3000': async () => {
    const server = createServer().listen(3000)
    return once(server, 'listening').then(
      () => void server.close(),
      () => 'something else listens there',
    )
  },
}

async function whyMissing(...programs: string[]): Promise<string | undefined> {
  for (const program of programs) {
    const found = promisify(execFile)('sh', ['-c', 'command -v "$0"', program])
    if (!(await succeeds(found))) return `${program} is not installed`
  }
  return undefined
}

async function whyNoBrowserStarts(): Promise<string | undefined> {
  await using folder = await openFolder('probe')
  try {
    await using _opened = await openBrowser(folder.path)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
  }
}
