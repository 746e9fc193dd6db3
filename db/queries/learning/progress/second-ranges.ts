/** Seconds from the first to before the second. */
export type SecondRange = [from: number, to: number]

/** Writes ranges as PostgreSQL reads them. */
export function writeRanges(ranges: readonly SecondRange[]): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

/** Reads ranges as PostgreSQL writes them: in order, and apart. */
export function readRanges(text: string): SecondRange[] {
  return Array.from(text.matchAll(/\[(\d+),(\d+)\)/gu), ([, from, to]) => [
    Number(from),
    Number(to),
  ])
}

/** Counts the seconds in ranges that are apart. */
export function secondsIn(ranges: readonly SecondRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** Unites both, as ranges in order and apart. */
export function unionOf(
  some: readonly SecondRange[],
  others: readonly SecondRange[],
): SecondRange[] {
  const union: SecondRange[] = []
  for (const [from, to] of [...some, ...others].sort(([one], [other]) => one - other)) {
    const last = union.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

/** Cuts ranges off at a second. */
export function rangesBefore(ranges: readonly SecondRange[], end: number): SecondRange[] {
  return ranges.flatMap(([from, to]) => (from < end ? [[from, Math.min(to, end)]] : []))
}
