import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Folder extends AsyncDisposable {
  path: string
}

/** Opens a folder that is removed at the end of its block. */
export async function openFolder(name: string): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), `lyceum-${name}-`))
  // Open to the account that runs PostgreSQL: else root's database would be left behind outside.
  await chmod(path, 0o755)
  return {
    path,
    [Symbol.asyncDispose]: () =>
      rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }),
  }
}
