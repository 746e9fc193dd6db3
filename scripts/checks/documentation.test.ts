import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const written = [
  'README.md',
  'SECURITY.md',
  'client-sdk/README.md',
  'docs/certificates.md',
  'docs/decisions.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/security.md',
]
/** Named in the documentation on purpose, although nothing is there. */
const gone = ['db/schema/moves.ts']

test.each(written)('every source file and folder that %s names exists', (name) => {
  const named = readFileSync(join(root, name), 'utf8').matchAll(
    /`((?:[\w*-]+\/)+[\w*.-]*\.(?:ts|sql|md|css)|(?:server|db|scripts|docs|client-sdk)\/[\w/*.-]+)`/g,
  )
  const missing = [...named]
    .map(([, path = '']) => path)
    .filter((path) => !gone.includes(path) && !/<|VERSION/.test(path))
    .filter((path) => globSync([path, join('server', path)], { cwd: root }).length === 0)
  expect(missing).toEqual([])
})

test.each(written)('%s is wrapped at 100 columns, except for its tables', (name) => {
  const lines = readFileSync(join(root, name), 'utf8').split('\n')
  const wide = lines.filter((line) => line.length > 100 && !line.startsWith('|'))
  expect(wide.filter((line) => !line.startsWith('  "message": '))).toEqual([])
})

test('links between documents lead to files that exist', () => {
  for (const name of written) {
    const links = readFileSync(join(root, name), 'utf8').matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)
    for (const [, to = ''] of links)
      expect(globSync(join(dirname(name), to), { cwd: root }), `${name}: ${to}`).toHaveLength(1)
  }
})
