import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'

/*
 * Runs the property tests of the suite with many more cases than the suite has time for, and with
 * new ones each time. It prints the seed that repeats them; a property that fails prints the case.
 */
const { times, seed } = new Command('properties')
  .option('--times <number>', 'how many times as many cases as in the suite', Number, 20)
  .option('--seed <number>', 'the seed that a run before printed', Number, randomInt(2 ** 31))
  .parse()
  .opts<{ times: number; seed: number }>()

const root = join(import.meta.dirname, '../..')
const files = globSync('{academy/src,books,content,lib,server}/**/*.test.ts', { cwd: root }).filter(
  (file) => readFileSync(join(root, file), 'utf8').includes('/property-runs.ts'),
)
process.stdout.write(`${files.length} files, --times ${times} --seed ${seed}\n`)

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const suite = spawn(process.execPath, [vitest, 'run', '--testTimeout', '0', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_TIMES: String(times), PROPERTY_SEED: String(seed) },
})
const [code] = await once(suite, 'exit')
process.exitCode = code ?? 1
