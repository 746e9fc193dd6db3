import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sdkEndpoints } from '../../server/http/openapi/describe-endpoints.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

const bySdk = 'called by `uploadFile` of the SDK, in every field for a file'
const byList = 'the list shows the same'

/** Why a staff operation is on no page. Whoever adds one without a page says it here. */
export const withoutPlace: Readonly<Record<string, string>> = {
  'uploads.start': bySdk,
  'uploads.get': bySdk,
  'uploads.finish': bySdk,
  'uploads.cancel': bySdk,
  'uploads.bytes': bySdk,
  'moves.get': byList,
  'admin.apiKeys.get': byList,
  'admin.jobs.get': byList,
  'admin.mails.get': byList,
  'admin.transactions.receipt': 'the desk gives the receipt as a PDF (`transactions.receiptPdf`)',
  'admin.bulkEnrollments.dryRun': 'the look at a table, as `bulkEnrollments[…]` in its source',
  'admin.bulkEnrollments.dryRunCsv': 'the look at a file, as `bulkEnrollments[…]` in its source',
}

const academy = resolve(import.meta.dirname, '../../academy/src')

export function placesPage(): string {
  const places = placesOfOperations()
  const rows = staffOperations().map((name) => [
    code(name),
    places.get(name)?.map(code).join(', ') ?? withoutPlace[name] ?? '',
  ])
  return `${generatedFrom('the sources of the academy and scripts/generate/places.ts')}

# Where operations are in the academy

Each operation for staff, with the addresses of the pages that use it, or why there is none.
\`/desk/…\` and \`/studio/…\` stand for all pages of a zone.

${markdownTable(['Operation', 'In the academy'], rows)}
`
}

/** The operations of administration and of those who work on courses. */
export function staffOperations(): string[] {
  const operations = operationsOf(appRouter).map(({ name, rest, ability, permission }) => ({
    name,
    route: rest.route,
    isStaff: ability !== undefined || permission !== undefined,
  }))
  const endpoints = sdkEndpoints.map(({ sdkName, route }) => ({
    name: sdkName,
    route,
    isStaff: false,
  }))
  return [...operations, ...endpoints]
    .filter(({ isStaff, route }) => isStaff || / \/api\/v1\/(admin|authoring)\//.test(route))
    .map(({ name }) => name)
}

/** The addresses of the pages by the operations that they use: of each source, the pages nearest. */
export function placesOfOperations(): Map<string, string[]> {
  const found = new Map<string, { away: number; addresses: string[] }>()
  for (const { address, file } of ['studio', 'desk'].flatMap(pagesOf))
    for (const [source, away] of sourcesOf(file)) {
      const nearest = found.get(source)
      if (nearest === undefined || away < nearest.away)
        found.set(source, { away, addresses: [address] })
      else if (away === nearest.away) nearest.addresses.push(address)
    }
  const names = new Set(staffOperations())
  const places = [...found].flatMap(([source, { addresses }]) =>
    chainsIn(textOf(source))
      .filter((name) => names.has(name))
      .map((name) => ({ name, addresses })),
  )
  return new Map(
    [...Map.groupBy(places, ({ name }) => name)].map(([name, of]) => [
      name,
      inShort(of.flatMap(({ addresses }) => addresses)),
    ]),
  )
}

/** Names the pages of a zone once where its frame has the operation, and so all of them. */
function inShort(addresses: string[]): string[] {
  const zones = addresses.filter((address) => address.endsWith('…'))
  const isIn = (zone: string, address: string) => address.startsWith(zone.slice(0, -1))
  const others = addresses.filter((address) => !zones.some((zone) => isIn(zone, address)))
  return [...new Set([...zones, ...others])]
}

interface Page {
  address: string
  file: string
}

const pagePattern =
  /(?:(\w+)(?:\(|: )'([^']*)',\s*)?(?:component: )?\w*\(?\(\) => import\('([^']+)'\)/g

/** Reads the pages of a zone from its `routes.ts`; an import without an address is its frame. */
function pagesOf(zone: string): Page[] {
  const text = readFileSync(join(academy, zone, 'routes.ts'), 'utf8')
  return [...text.matchAll(pagePattern)].map(([, by, path, from = '']) => ({
    address:
      path === undefined
        ? `/${zone}/…`
        : join('/', zone, by === 'page' ? '$course' : '', path).replace(/(.)\/$/, '$1'),
    file: join(academy, zone, from),
  }))
}

/** Every source that a page loads, with how many imports it is away. */
function sourcesOf(page: string): Map<string, number> {
  const found = new Map([[page, 0]])
  for (const [file, away] of found)
    for (const [, path = ''] of textOf(file).matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
      const source = join(dirname(file), path)
      if (!found.has(source)) found.set(source, away + 1)
    }
  return found
}

const texts = new Map<string, string>()

/** A source without comments and types, each chain of names on one line. */
function textOf(file: string): string {
  const text =
    texts.get(file) ??
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import type .*$/gm, '')
      .replace(/\s*\n\s*\./g, '.')
  texts.set(file, text)
  return text
}

/** The names that begin at `lyceum`, also by what a source calls a part of it. */
function chainsIn(text: string): string[] {
  const parts = new Map([['lyceum', '']])
  for (const [, given = '', from = '', chain = ''] of text.matchAll(
    /const \{ (.+?) \} = (\w+)((?:\.\w+)*)\n/g,
  )) {
    const begin = parts.get(from)
    if (begin !== undefined)
      for (const one of given.split(', ')) {
        const [name = '', alias = name] = one.split(': ')
        parts.set(alias, [begin, ...chain.split('.'), name].filter(Boolean).join('.'))
      }
  }
  return [...parts].flatMap(([alias, begin]) =>
    [...text.matchAll(new RegExp(`(?<![.\\w])${alias}((?:\\.\\w+)*)`, 'g'))].flatMap(
      ([, rest = '']) => namesIn([...begin.split('.'), ...rest.split('.')].filter(Boolean)),
    ),
  )
}

/** `a.b.query` names `a.b`. */
const namesIn = (chain: string[]) =>
  chain.map((_name, index) => chain.slice(0, index + 1).join('.'))
