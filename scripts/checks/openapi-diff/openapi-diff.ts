import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * Compares docs/openapi.json, or the document you name, with that of the last release. Exit code 1
 * when a change breaks clients.
 */
const root = join(import.meta.dirname, '../../..')
const [, , revision = join(root, 'docs/openapi.json')] = process.argv
const releases = join(root, 'docs/releases')

const byVersion = new Intl.Collator('en', { numeric: true })
const released = (await readdir(releases))
  .filter((name) => /^openapi-\d+\.\d+\.\d+\.json$/.test(name))
  .sort(byVersion.compare)
const last = released.at(-1)
if (last === undefined) throw new Error(`There is no released document in ${releases}.`)

process.stdout.write(`Since ${last}:\n`)
const { status } = spawnSync(
  join(root, 'node_modules/.bin/redocly'),
  ['diff', join(releases, last), revision, '--fail-on', 'major'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      PATH: process.env.PATH,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  },
)
process.exitCode = status === 0 ? 0 : 1
