import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder, removed after the last test of the file. */
export async function folderForAllTests(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-test-'))
  afterAll(() => removeFolder(folder))
  return folder
}

/** Tries again for a while: the browser of a killed server may still write its profile. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
