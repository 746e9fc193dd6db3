import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'

/** A second process, a browser, a database server of its own, or a wait of 100 ms and more. */
const slow =
  /node:child_process|createPdfPrinter|CHROMIUM_PATH|startEmbeddedPostgres|(sleep|setTimeout)\((\w+, )?[\d_]{3,}/

/** The test files, apart by what they do, themselves or in a helper that they import. */
export function projectsOfTests(): { fast: string[]; processes: string[] } {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(
    '{lib,content,books,db,server,scripts,checks,academy/src,client-sdk/test}/**/*.test.ts',
    { cwd: root },
  )
  const { fast = [], processes = [] } = Object.groupBy(files, (file) =>
    isSlow(join(root, file)) ? 'processes' : 'fast',
  )
  return { fast, processes }
}

const looked = new Map<string, boolean>()

function isSlow(path: string): boolean {
  const before = looked.get(path)
  if (before !== undefined) return before

  const text = readFileSync(path, 'utf8')
  const helpers = [...text.matchAll(/^(?:import .*|} )from '(\..+)'$/gm)]
    .map(([, imported = '']) => resolve(dirname(path), imported))
    .filter((imported) => matchesGlob(imported, '{**/test/**/*.ts,**/test-support.ts}'))
  const answer = slow.test(text) || helpers.some(isSlow)
  looked.set(path, answer)
  return answer
}
