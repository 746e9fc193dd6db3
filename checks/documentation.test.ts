import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
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
    /`((?:[\w*-]+\/)+[\w*.-]*\.(?:ts|sql|md|css)|(?:academy|books|checks|client-sdk|content|db|docs|lib|scripts|server)\/[\w/*.-]+)`/g,
  )
  const missing = [...named]
    .map(([, path = '']) => path)
    .filter((path) => !/<|VERSION/.test(path))
    .filter((path) => globSync(placesOf(path, name), { cwd: root }).length === 0)
  expect(missing).toEqual([])
})

/** Returns possible places of a path: in the top folder, beside the document, or in any room. */
function placesOf(path: string, document: string): string[] {
  return [
    path,
    join('{academy,books,checks,content,db,lib,scripts,server}/**', path),
    join(dirname(document), path),
  ]
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

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has. */
const asvs =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 ' +
  '4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 ' +
  '7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 ' +
  '10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 ' +
  '13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 ' +
  '16.5:3 17.1:1 17.2:4 17.3:2'

test('the self-assessment names every requirement of the standard once, and no other', () => {
  const [, assessed = ''] = readFileSync(join(root, 'docs/security.md'), 'utf8').split('## OWASP')
  const numbers = (section: string, first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`)
  const named = [...assessed.matchAll(/(\d+\.\d+)\.(\d+)(?:–(\d+))?/gu)].flatMap(
    ([, section = '', first, last = first]) => numbers(section, Number(first), Number(last)),
  )
  const required = asvs.split(' ').flatMap((written) => {
    const [section = '', last] = written.split(':')
    return numbers(section, 1, Number(last))
  })

  expect(named.sort()).toEqual(required.sort())
})
