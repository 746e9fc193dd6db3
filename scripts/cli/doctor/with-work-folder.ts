import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../server/config/config.ts'

/** Works in DATA_DIR, or in a folder that is removed again while there is none: none is made. */
export async function withWorkFolder<Result>(
  { dataDir }: Pick<Config, 'dataDir'>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (existsSync(dataDir)) return work(dataDir)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-'))
  // The browser of root runs as another user.
  await chmod(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}
