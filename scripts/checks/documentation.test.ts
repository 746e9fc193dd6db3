import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const written = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'client-sdk/README.md',
  'client-sdk/api.md',
  'client-sdk/examples/browser/README.md',
  'client-sdk/examples/next/README.md',
  'docs/administration.md',
  'docs/api-keys.md',
  'docs/assessment.md',
  'docs/audit-events.md',
  'docs/authoring.md',
  'docs/backups.md',
  'docs/build-a-client.md',
  'docs/certificates.md',
  'docs/data.md',
  'docs/decisions.md',
  'docs/deployment.md',
  'docs/events.md',
  'docs/frontends.md',
  'docs/high-availability.md',
  'docs/observability.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/security.md',
  'docs/teaching.md',
  'docs/upgrades.md',
  'docs/versions.md',
  'docs/webhooks.md',
]

test.each(written)('every source file and folder that %s names exists', (name) => {
  const named = readFileSync(join(root, name), 'utf8').matchAll(
    /`((?:[\w*-]+\/)+[\w*.-]*\.(?:ts|sql|md|css)|(?:server|db|scripts|docs|client-sdk)\/[\w/*.-]+)`/g,
  )
  const missing = [...named]
    .map(([, path = '']) => path)
    .filter((path) => !/<|VERSION/.test(path))
    .filter((path) => globSync(placesOf(path, name), { cwd: root }).length === 0)
  expect(missing).toEqual([])
})

/** From the top folder, the document's own, or any of the server's and the scripts'. */
function placesOf(path: string, document: string): string[] {
  return [path, join('{server,scripts}/**', path), join(dirname(document), path)]
}

test.each(written)('%s is wrapped at 100 columns, except for its tables', (name) => {
  const lines = readFileSync(join(root, name), 'utf8').split('\n')
  const wide = lines.filter((line) => line.length > 100 && !line.startsWith('|'))
  expect(wide.filter((line) => !line.startsWith('  "message": '))).toEqual([])
})

test('links between documents lead to files and headings that exist', () => {
  for (const name of written) {
    const links = readFileSync(join(root, name), 'utf8').matchAll(/\]\(([\w./-]*)(?:#([\w-]*))?\)/g)
    for (const [link, to = '', heading] of links) {
      const file = to === '' ? name : join(dirname(name), to)
      expect(globSync(file, { cwd: root }), `${name}: ${link}`).toHaveLength(1)
      if (heading !== undefined) expect(anchorsOf(file), `${name}: ${link}`).toContain(heading)
    }
  }
})

/** The anchors that GitHub and others make of the headings. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
