import type { Slice } from '../../../../db/queries/assessment/deadlines/deadlines.ts'

const limit = 500

/** Works on some at a time, in the order of their ids, until none is left. Returns all of them. */
export async function inSlices(work: (slice: Slice) => Promise<string[]>): Promise<string[]> {
  const all: string[] = []
  for (let after: string | undefined; ; ) {
    const done = await work({ after, limit })
    all.push(...done)
    if (done.length < limit) return all
    after = done.toSorted().at(-1)
  }
}
