import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Left by a process that was killed: nothing runs that long. */
const leftoverMilliseconds = 3_600_000

/** A folder of its own, and the end of those that a killed process left. */
export async function openFolder(workDir: string): Promise<AsyncDisposable & { path: string }> {
  await mkdir(workDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(workDir)
  const path = await mkdtemp(join(workDir, 'repository-'))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}

async function removeLeftovers(workDir: string): Promise<void> {
  const before = Date.now() - leftoverMilliseconds
  for (const name of await readdir(workDir)) {
    const path = join(workDir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (name.startsWith('repository-') && mtimeMs < before)
      await rm(path, { recursive: true, force: true })
  }
}
