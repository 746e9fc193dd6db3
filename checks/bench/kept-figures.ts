import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Our figures relative to a group's first rival: usual, and in the better quarter of rounds. */
export interface Figures {
  usual: Parts
  best: Parts
}

interface Parts {
  rate: number
  /** CPU time of the server. */
  cpu: number
  /** CPU time of PostgreSQL. */
  database: number
}

const path = join(import.meta.dirname, 'kept-figures.json')
const kept: Record<string, Parts> = JSON.parse(readFileSync(path, 'utf8'))
/** The tolerated factor: a smaller loss is noise. */
const tolerated = 1.1

/**
 * Compares a group with its kept figures. `--keep` replaces them by this run's: use it on a quiet
 * machine.
 */
export function lostSince(title: string, { usual, best: now }: Figures): string[] {
  const before = kept[title]
  if (process.argv.includes('--keep')) {
    const rounded = Object.entries(usual).map(([name, value]) => [name, Number(value.toFixed(2))])
    kept[title] = Object.fromEntries(rounded)
    writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`)
  }
  if (before === undefined) return []
  const lost = {
    rate: before.rate / now.rate,
    'CPU of the server': now.cpu / before.cpu,
    'CPU of PostgreSQL': now.database / before.database,
  }
  return Object.entries(lost)
    .filter(([, times]) => times > tolerated)
    .map(([name, times]) => `${title}: ${name} is ${times.toFixed(2)} times worse than kept`)
}
