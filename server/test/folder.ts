import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder, removed after the last test of the file. */
export async function folderForAllTests(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
