import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Our own, as parts of the first rival of a group: usual, and in the better quarter of the rounds. */
export interface Figures {
  usual: Parts
  best: Parts
}

interface Parts {
  rate: number
  /** Of the server. */
  cpu: number
  /** Of PostgreSQL. */
  database: number
}

const path = join(import.meta.dirname, 'kept-figures.json')
const kept: Record<string, Parts> = JSON.parse(readFileSync(path, 'utf8'))
/** A loss beyond it fails: what is less is noise. */
const tolerated = 1.1

/**
 * Compares a group with the figures that are kept of it. `--keep` replaces them by those of this run:
 * use it on a quiet machine.
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
