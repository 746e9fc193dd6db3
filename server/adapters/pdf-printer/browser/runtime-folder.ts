import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { codeOf } from '../../../errors/code-of.ts'
import { removeLeftovers } from '../../remove-leftovers.ts'
import { runsAsRoot } from './sandbox.ts'

/** Folder of the browser's files and profiles. */
export interface RuntimeFolder {
  path: string
  /** Removes the folder if it was made only for this process; otherwise keeps it for the next. */
  release(): Promise<void>
}

/**
 * Opens a folder that the browser can read. When root starts it, it runs as an unprivileged user
 * that cannot enter a project below a private home: then the files go to /var/lib/lyceum or, if
 * that cannot be written, to a temporary folder.
 */
export async function openRuntimeFolder(workDir: string, log: Logger): Promise<RuntimeFolder> {
  const wanted = resolve(workDir)
  await mkdir(wanted, { recursive: true, mode: runsAsRoot() ? 0o755 : 0o700 })
  if (!runsAsRoot() || (await isOpenToEveryone(wanted))) return { path: wanted, release: keep }

  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const shared = join('/var/lib/lyceum', name)
  if (await makeOpenFolder(shared)) {
    log.info(
      { workDir: wanted, folder: shared },
      'the browser for certificates is kept outside the data folder, which its unprivileged user cannot enter',
    )
    return { path: shared, release: keep }
  }

  const temporary = await mkdtemp(join(tmpdir(), 'lyceum-browser-'))
  await chmod(temporary, 0o755)
  log.info(
    { workDir: wanted, folder: temporary },
    'the browser for certificates is unpacked into a temporary folder for this process',
  )
  return {
    path: temporary,
    release: () => rm(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  }
}

async function keep(): Promise<void> {}

async function makeOpenFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 })
    return await isOpenToEveryone(path)
  } catch {
    return false
  }
}

/** Whether every user can enter the folder and all folders above it. */
async function isOpenToEveryone(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Removes profiles that a killed process left behind. */
export function removeAbandonedProfiles(folder: string): Promise<void> {
  return removeLeftovers(folder, (name) => {
    const owner = /^profile-(\d+)-/u.exec(name)?.[1]
    return owner !== undefined && !isRunning(Number(owner))
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
