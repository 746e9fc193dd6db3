import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The rooms whose tests need no database, and take seconds. */
const pure = { lib: 'lib', content: 'content', books: 'books', academy: 'academy/src' }

const tests = (folder: string) => globSync(`${folder}/**/*.test.ts`, { cwd: root })

/** The test files by room; `service` has those that need a database, its `fast` ones alone on demand. */
export function projectsOfTests({ onlyFast }: { onlyFast: boolean }): Record<string, string[]> {
  const rooms = Object.entries(pure).map(([name, folder]) => [name, tests(folder)] as const)
  const { sdk = [], service = [] } = Object.groupBy(
    tests('{db,server,scripts,checks,client-sdk/test}'),
    (file) => (file.startsWith('client-sdk/') && !says(file, ofService) ? 'sdk' : 'service'),
  )
  const isChosen = (file: string) => !onlyFast || !says(file, slow)
  const all = [...rooms, ['sdk', sdk] as const, ['service', service] as const]
  return Object.fromEntries(all.map(([name, files]) => [name, files.filter(isChosen)]))
}

const ofService = /server\/test\//
/** A second process, a browser, a database server of its own, or a wait of 100 ms and more. */
const slow =
  /node:child_process|createPdfPrinter|CHROMIUM_PATH|startEmbeddedPostgres|(sleep|setTimeout)\((\w+, )?[\d_]{3,}/

const texts = new Map<string, string>()

/** Whether the pattern is in the file, or in a helper of tests that it imports. */
function says(path: string, pattern: RegExp): boolean {
  const absolute = resolve(root, path)
  const text = texts.get(absolute) ?? readFileSync(absolute, 'utf8')
  texts.set(absolute, text)
  if (pattern.test(text)) return true
  return [...text.matchAll(/^(?:import .*|} )from '(\..+)'$/gm)]
    .map(([, imported = '']) => resolve(dirname(absolute), imported))
    .filter((imported) => matchesGlob(imported, '{**/test/**/*.ts,**/test-support.ts}'))
    .some((imported) => says(imported, pattern))
}
