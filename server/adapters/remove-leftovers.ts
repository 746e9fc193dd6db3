import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes what is an hour old at least. Anything younger may belong to a process that is at work,
 * maybe in a different container, which this one cannot see.
 */
export async function removeLeftovers(
  folder: string,
  isLeftover: (name: string) => boolean,
): Promise<void> {
  const before = Date.now() - 3_600_000
  for (const name of (await readdir(folder)).filter(isLeftover)) {
    const path = join(folder, name)
    // A different process may have just removed it.
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < before)
      await rm(path, { recursive: true, force: true })
  }
}
