import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from '../remove-leftovers.ts'

/** Opens a folder of its own, and removes those that a killed process left. */
export async function openFolder(workDir: string): Promise<AsyncDisposable & { path: string }> {
  await mkdir(workDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(workDir, (name) => name.startsWith('repository-'))
  const path = await mkdtemp(join(workDir, 'repository-'))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}
