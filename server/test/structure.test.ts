import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Rules of structure that lint rules cannot express. Layers and cycles of files are in biome.json.
 */
const root = join(import.meta.dirname, '../..')
const folders = ['server', 'db', 'scripts', 'client-sdk/src']
const isTest = (path: string) => /\.test\.ts$|(^|\/)test\/|test-support\.ts$/.test(path)

const sources = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  )
  .filter((path) => /\.(ts|js)$/.test(path) && !isTest(path) && !path.includes('/generated/'))

function importsOf(path: string): string[] {
  const specifiers = readFileSync(join(root, path), 'utf8').matchAll(
    /(?:from|import\(|^import) ?'(\.[^']+)'/gm,
  )
  return [...specifiers].map(([, to = '']) => relative(root, resolve(root, dirname(path), to)))
}

function featureOf(path: string): string | undefined {
  return /^server\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
}

test('a folder holds at most twenty source files of its own, and server/ a dozen', () => {
  const sizes = Map.groupBy(sources, dirname)
  const full = [...sizes].filter(
    ([folder, files]) => files.length > (folder === 'server' ? 12 : 20),
  )
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('features point one way', () => {
  const uses = new Map<string, Set<string>>()
  for (const path of sources) {
    const from = featureOf(path)
    if (from === undefined) continue
    const targets = uses.get(from) ?? new Set()
    uses.set(from, targets)
    for (const to of importsOf(path).map(featureOf))
      if (to !== undefined && to !== from) targets.add(to)
  }

  // A feature that uses none of the others left is below them; features that remain form a cycle.
  for (let settled: string[] = ['']; settled.length > 0; ) {
    settled = [...uses]
      .filter(([, targets]) => [...targets].every((to) => !uses.has(to)))
      .map(([feature]) => feature)
    for (const feature of settled) uses.delete(feature)
  }
  expect([...uses.keys()]).toEqual([])
})

test('routers are composed in server/router.ts alone', () => {
  const composers = sources.filter((path) =>
    importsOf(path).some((to) => /^server\/features\/.*router\.ts$/.test(to)),
  )
  expect(composers).toEqual(['server/router.ts'])
})

test('one noun from a feature to its statements and its tables', () => {
  const nounsIn = (folder: string) =>
    readdirSync(join(root, folder)).map((name) => basename(name, '.ts'))
  const areas = nounsIn('db/schema').sort()
  expect(nounsIn('db/queries').sort()).toEqual(areas)
  const tables = areas.flatMap((area) => nounsIn(`db/schema/${area}`).sort())
  expect(areas.flatMap((area) => nounsIn(`db/queries/${area}`).sort())).toEqual(tables)

  const owners = [
    ...nounsIn('server/features').flatMap((area) => nounsIn(`server/features/${area}`)),
    ...nounsIn('server/security'),
  ]
  expect(tables.filter((noun) => !owners.includes(noun))).toEqual([])
})
