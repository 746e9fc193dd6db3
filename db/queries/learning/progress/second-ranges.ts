/** From a second to before another one. */
type SecondRange = [from: number, to: number]

/** Ranges as PostgreSQL reads them. */
export function writeRanges(ranges: readonly SecondRange[]): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

/** Ranges as PostgreSQL writes them, which are in order and apart. */
export function readRanges(text: string): SecondRange[] {
  return Array.from(text.matchAll(/\[(\d+),(\d+)\)/gu), ([, from, to]) => [
    Number(from),
    Number(to),
  ])
}

/** How many seconds are in ranges that are apart. */
export function secondsIn(ranges: readonly SecondRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}
