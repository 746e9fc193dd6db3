import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GitFault } from './types.ts'

const watchMilliseconds = 100

/** Ends the work when it takes longer. @throws GitFault */
export async function withinTime<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new GitFault('tooSlow')), milliseconds)
  try {
    return await work(late.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Checks the disk during the work, and ends it when it takes too much. */
export async function withinSize<Result>(
  { folder, limit }: { folder: string; limit: number },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const full = new AbortController()
  const timer = setInterval(() => {
    sizeOf(folder).then(
      (bytes) => bytes > limit && full.abort(new GitFault('tooLarge')),
      () => undefined,
    )
  }, watchMilliseconds)
  try {
    const result = await work(AbortSignal.any([signal, full.signal]))
    if ((await sizeOf(folder)) > limit) throw new GitFault('tooLarge')
    return result
  } finally {
    clearInterval(timer)
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
