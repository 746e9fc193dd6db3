import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..')

test('the package holds only its own files, works as ESM and CommonJS, and is at most 13 kB', {
  timeout: 120_000,
}, async () => {
  const { stdout: checked } = await run('npm', ['run', '--silent', 'check'], { cwd: folder })
  const report = stripVTControlCharacters(checked)
  expect(report).toContain('No problems found')
  expect(report).toMatch(
    /Size limit: +13 kB\n +Size: +([5-9]|1[0-2])(\.\d+)? kB with all dependencies, minified and gzipped/,
  )

  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
  })
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/credentials.cjs',
    'dist/credentials.d.cts',
    'dist/credentials.d.ts',
    'dist/credentials.js',
    'dist/index.cjs',
    'dist/index.d.cts',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/webhooks.cjs',
    'dist/webhooks.d.cts',
    'dist/webhooks.d.ts',
    'dist/webhooks.js',
    'package.json',
  ])
})

test('the package depends on the exact version of tRPC that the server runs', async () => {
  const versions = async (file: string) =>
    JSON.parse(await readFile(join(folder, file), 'utf8')).dependencies
  const { '@trpc/server': server } = await versions('../package.json')
  expect(await versions('package.json')).toEqual({ '@trpc/client': server, '@trpc/server': server })
})
