import { numberAfter } from '../bench/setting.ts'
import { say } from '../support/say.ts'
import { readAdminLists } from './admin-lists.ts'
import { enrollInBulk } from './bulk-enrollment.ts'
import { searchCatalogue } from './catalogue.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { countImpact } from './impact.ts'
import type { Scale } from './judge.ts'

/*
 * `npm run checks -- scale [OPERATION…] [--rows N]`: fills a database for each operation below, or
 * for the named ones, and times it. Exit code 1 when one takes longer than its limit, or does not do
 * what it should. Their files say which further arguments they take.
 */
interface Operation extends Scale {
  of: string
  run(scale: Scale): Promise<void>
}

const operations: Record<string, Operation> = {
  'admin-lists': { rows: 100_000, of: 'accounts', limit: 50, run: readAdminLists },
  catalogue: { rows: 1_000, of: 'courses', limit: 50, run: searchCatalogue },
  impact: { rows: 100_000, of: 'learners', limit: 2_000, run: countImpact },
  'bulk-enrollment': { rows: 1_000, of: 'rows', limit: 10_000, run: enrollInBulk },
  'read-draft': { rows: 562, of: 'lessons', limit: 150, run: readDraft },
  'save-draft': { rows: 562, of: 'lessons', limit: 25, run: saveDraft },
}

const args = process.argv.slice(2)
const options = args.findIndex((arg) => arg.startsWith('--'))
const named = options < 0 ? args : args.slice(0, options)
for (const name of named.length > 0 ? named : Object.keys(operations)) {
  const operation = operations[name]
  if (operation === undefined) throw new Error(`No operation is called ${name}.`)
  const { of, limit, run } = operation
  const rows = numberAfter('--rows', operation.rows)
  say(name, `${rows} ${of}, at most ${limit} ms`)
  await run({ rows, limit })
}
process.exit()
