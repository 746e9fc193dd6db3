import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..')
const limits = {
  'index.js': 10_240,
  'credentials.js': 2_500,
  'evidence.js': 3_000,
  'inputs.js': 8_000,
  'offline.js': 3_000,
  'query.js': 2_000,
  'staff-values.js': 4_000,
  'values.js': 2_000,
  'webhooks.js': 2_000,
}

/** Of what a browser loads: with all dependencies, minified and gzipped. */
async function bytesOf(entry: string): Promise<number> {
  await using bundle = await rolldown({ input: join(folder, 'dist', entry), platform: 'browser' })
  const { output } = await bundle.generate({ minify: true })
  return gzipSync(output.map((part) => (part.type === 'chunk' ? part.code : '')).join('')).length
}

test('the package holds only its own files, works as ESM and CommonJS, and is at most 10 kB', {
  timeout: 240_000,
}, async () => {
  const release = join(folder, '../scripts/release-sdk.ts')
  const { stdout: checked } = await run(process.execPath, [release])
  expect(checked).toContain('No problems found')
  expect(checked).toMatch(/^\+ @lyceum\/sdk@\d/m)
  for (const [entry, limit] of Object.entries(limits)) {
    const bytes = await bytesOf(entry)
    expect([entry, bytes > limit / 4, bytes <= limit]).toEqual([entry, true, true])
  }

  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
  })
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'api.md',
    'dist/credentials.cjs',
    'dist/credentials.d.cts',
    'dist/credentials.d.ts',
    'dist/credentials.js',
    'dist/evidence.cjs',
    'dist/evidence.d.cts',
    'dist/evidence.d.ts',
    'dist/evidence.js',
    'dist/index.cjs',
    'dist/index.d.cts',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/inputs.cjs',
    'dist/inputs.d.cts',
    'dist/inputs.d.ts',
    'dist/inputs.js',
    'dist/lyceum-sdk.mjs',
    'dist/offline.cjs',
    'dist/offline.d.cts',
    'dist/offline.d.ts',
    'dist/offline.js',
    'dist/query.cjs',
    'dist/query.d.cts',
    'dist/query.d.ts',
    'dist/query.js',
    'dist/staff-values.cjs',
    'dist/staff-values.d.cts',
    'dist/staff-values.d.ts',
    'dist/staff-values.js',
    'dist/values.cjs',
    'dist/values.d.cts',
    'dist/values.d.ts',
    'dist/values.js',
    'dist/webhooks.cjs',
    'dist/webhooks.d.cts',
    'dist/webhooks.d.ts',
    'dist/webhooks.js',
    'docs/assessment.md',
    'docs/build-a-client.md',
    'docs/frontends.md',
    'llms.txt',
    'package.json',
  ])
})

test('the package depends on the types of the tRPC that the server runs, and on nothing else', async () => {
  const versions = async (file: string) =>
    JSON.parse(await readFile(join(folder, file), 'utf8')).dependencies
  const { '@trpc/server': server } = await versions('../package.json')
  expect(await versions('package.json')).toEqual({ '@trpc/server': server })
  for (const entry of Object.keys(limits))
    expect(await readFile(join(folder, 'dist', entry), 'utf8')).not.toMatch(/from ['"]@trpc/)
})
