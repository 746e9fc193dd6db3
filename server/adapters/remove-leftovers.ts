import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes what is at least an hour old. Anything younger may belong to a process at work, maybe in
 * a different container, which this one cannot see.
 */
export async function removeLeftovers(
  folder: string,
  isLeftover: (name: string) => boolean,
): Promise<void> {
  const before = Date.now() - 3_600_000
  for (const name of (await readdir(folder)).filter(isLeftover)) {
    const path = join(folder, name)
    // Ignores what a different process may have just removed.
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < before)
      await rm(path, { recursive: true, force: true })
  }
}
