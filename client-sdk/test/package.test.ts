import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..')

test('the package holds what it should and nothing else, for ESM and CommonJS, and its types fit both', { timeout: 120_000 }, async () => {
  await expect(run('npm', ['run', '--silent', 'check'], { cwd: folder })).resolves.toHaveProperty(
    'stdout',
    expect.stringContaining('No problems found'),
  )

  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder })
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/index.cjs',
    'dist/index.d.cts',
    'dist/index.d.ts',
    'dist/index.js',
    'package.json',
  ])
})

test('a browser loads at most 10 kB of it, gzipped, with all that it needs', { timeout: 120_000 }, async () => {
  const [bundle] = await build({
    entry: join(folder, 'src/index.ts'),
    cwd: folder,
    config: false,
    platform: 'browser',
    minify: true,
    dts: false,
    write: false,
    clean: false,
    deps: { alwaysBundle: [/.*/] },
    logLevel: 'error',
  })
  const code = bundle?.chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('') ?? ''

  expect(code).toContain('trpc')
  expect(code).not.toMatch(/\b(from|import)\s*["']/)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(10_000)
})

test('it depends on exactly the version of tRPC that the server runs', async () => {
  const versions = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')).dependencies
  const { '@trpc/server': server } = await versions('../package.json')
  expect(await versions('package.json')).toEqual({ '@trpc/client': server, '@trpc/server': server })
})
