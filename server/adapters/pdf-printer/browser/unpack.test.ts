import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackFonts } from './unpack.ts'

const run = promisify(execFile)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-unpack-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('processes that unpack at the same time all find whole files and leave no others', async () => {
  const script = `const { unpackFonts } = await import(${JSON.stringify(new URL('unpack.ts', import.meta.url).href)}); console.log(await unpackFonts(${JSON.stringify(folder)}))`
  const child = () => run(process.execPath, ['--input-type=module', '--eval', script], { env: {} })

  const answers = await Promise.all([child(), child(), child(), child()])

  const paths = new Set(answers.map(({ stdout }) => stdout.trim()))
  expect(paths.size).toBe(1)
  const [path = ''] = paths
  expect((await readdir(join(path, 'Open_Sans'))).sort()).toEqual([
    'OpenSans-Bold.ttf',
    'OpenSans-Italic.ttf',
    'OpenSans-Regular.ttf',
  ])
  expect(await readdir(folder)).toHaveLength(1)
})

test('unpacked files belong to the server, and the browser can read them', async () => {
  const path = await unpackFonts(folder)

  const font = await stat(join(path, 'Open_Sans', 'OpenSans-Regular.ttf'))
  expect(font.uid).toBe(process.getuid?.())
  expect(font.mode & 0o007).toBe(0o005)
})

test('an older version is removed, unless another process is unpacking it right now', async () => {
  await mkdir(join(folder, 'fonts-1.0.0'))
  await utimes(join(folder, 'fonts-1.0.0'), 0, 0)
  await mkdir(join(folder, 'fonts-2.0.0.partial-abc'))
  await mkdir(join(folder, 'profile-1-abc'))

  await unpackFonts(folder)

  const left = await readdir(folder)
  expect(left).not.toContain('fonts-1.0.0')
  expect(left).toEqual(expect.arrayContaining(['fonts-2.0.0.partial-abc', 'profile-1-abc']))
})
