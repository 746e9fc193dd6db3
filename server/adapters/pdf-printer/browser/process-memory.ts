import { readdir, readFile } from 'node:fs/promises'

const bytesPerPage = 4096

/**
 * Returns the memory in use by all processes of a group, in bytes; shared memory counts several
 * times. 0 if the system does not tell: only Linux does.
 */
export async function memoryOfGroup(group: number): Promise<number> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/u.test(name))
  const sizes = await Promise.all(pids.map((pid) => memoryOf(pid, group)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Returns 0 for a process of a different group, or one that has ended. */
async function memoryOf(pid: string, group: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // Skips the name of the program, in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[2]) === group ? Number(fields[21]) * bytesPerPage : 0
  } catch {
    return 0
  }
}
