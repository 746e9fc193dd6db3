import { quantile } from '../bench/times.ts'
import { report } from '../support/say.ts'

/** The number of rows, and the most milliseconds for 95 of 100 runs. */
export interface Scale {
  rows: number
  limit: number
}

export function judge(what: string, times: readonly number[], { limit }: Scale): void {
  const [p50 = 0, p95 = 0] = [0.5, 0.95].map((part) => quantile(times, part))
  report(
    p95 <= limit,
    what,
    `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times.length}, at most ${limit} ms`,
  )
}
