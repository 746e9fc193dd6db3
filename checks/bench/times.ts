/** Milliseconds of each run of the work, one after the other. */
export async function timesOf(
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < count; number++) {
    const began = performance.now()
    await work(number)
    times.push(performance.now() - began)
  }
  return times
}

/** The value that this part of all values lies below. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Prints the head of a Markdown table whose figures stand to the right. */
export function printHead(columns: readonly string[]): void {
  const lines = [`| | ${columns.join(' | ')} |`, `|---|${'---:|'.repeat(columns.length)}`]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints a row of it. */
export function printRow(label: string, cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${label} | ${cells.join(' | ')} |\n`)
}

export function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1)
}
