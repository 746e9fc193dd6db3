import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
const workspaces = ['', ...packageJson.workspaces]
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => !workspaces.includes(path) && link !== true,
)

test('every package comes from one registry and has a checksum of 512 bits', () => {
  expect(installed.length).toBeGreaterThan(300)
  for (const [path, { resolved, integrity, inBundle }] of installed) {
    // A nested package is covered by the checksum of its outer one.
    if (inBundle === true) continue
    // Without an address it comes from the registry that npm is set to.
    if (resolved !== undefined)
      expect([path, resolved]).toEqual([
        path,
        expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
      ])
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)])
  }
})

test('dependencies are exact versions from the registry: no ranges, git, URLs or foreign folders', () => {
  const { dependencies, devDependencies } = packageJson
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect([name, version]).toEqual([
      name,
      expect.stringMatching(/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/),
    ])
  }
  const links = Object.values(lock.packages).filter(({ link }) => link === true)
  expect(links.map(({ resolved }) => resolved)).toEqual(packageJson.workspaces)
})

test('what a package needs on other platforms is locked too, or it would not be installed there', () => {
  const paths = new Set(Object.keys(lock.packages))
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !foldersAbove(path).some((folder) => paths.has(`${folder}node_modules/${name}`)),
    ),
  )
  expect(missing).toEqual([])
})

test('no package is older than its last security fix', () => {
  const floors = {
    fastify: '5.8.5',
    '@trpc/server': '11.18.0',
    'drizzle-orm': '0.45.2',
    nodemailer: '7.0.11',
    jose: '6.0.0',
    zod: '4.0.0',
  }
  for (const [name, floor] of Object.entries(floors)) {
    const copies = installed.filter(
      ([path]) => path.endsWith(`node_modules/${name}`) && isShipped(path),
    )
    expect(copies.length, name).toBeGreaterThan(0)
    for (const [path, { version = '' }] of copies)
      expect([path, version, isAtLeast(version, floor)]).toEqual([path, version, true])
  }
  expect(packageJson.engines.node).toBe('>=24')
})

/** Returns where Node.js looks for a package: `node_modules/a/` and `` (the top folder). */
function foldersAbove(path: string): string[] {
  const parts = path.split('/node_modules/')
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/`)]
}

/** Whether a package is shipped: not one below a developer tool, which may bring an older one. */
function isShipped(path: string): boolean {
  return path.split('node_modules/').length === 2
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
}
