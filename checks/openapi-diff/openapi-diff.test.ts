import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runNode } from '../../scripts/cli/test/run-node.ts'
import type { OpenApiDocument, Schema } from '../../server/http/endpoints/document.ts'
import { hasGit } from '../../server/test/git-host.ts'

const folder = await mkdtemp(join(tmpdir(), 'lyceum-openapi-diff-'))
afterAll(() => rm(folder, { recursive: true }))

const script = join(import.meta.dirname, 'openapi-diff.ts')
const present = join(import.meta.dirname, '../../docs/openapi.json')
const changed = join(folder, 'openapi.json')

async function changeDocument(change: (document: OpenApiDocument) => void): Promise<void> {
  const document: OpenApiDocument = JSON.parse(await readFile(present, 'utf8'))
  change(document)
  await writeFile(changed, JSON.stringify(document))
}

async function compareWith(change: (document: OpenApiDocument) => void): Promise<number> {
  await changeDocument(change)
  return (await runNode([script, changed, '--since', present])).code
}

const asAda = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']

function fieldsOf({ components }: OpenApiDocument, name: string): Record<string, Schema> {
  return components.schemas[name]?.properties ?? {}
}

test('nothing has broken clients since the last release', async () => {
  expect((await runNode([script])).code).toBe(0)
})

test.skipIf(!hasGit)(
  'the last release is the last tag; before the first, it says that there is none',
  async () => {
    const repository = join(folder, 'repository')
    const git = (...args: string[]) => execFileSync('git', [...asAda, '-C', repository, ...args])
    const compare = (...args: string[]) =>
      runNode([script, changed, ...args], { GIT_DIR: join(repository, '.git') })
    await mkdir(join(repository, 'docs'), { recursive: true })
    await copyFile(present, join(repository, 'docs/openapi.json'))
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'First')
    await changeDocument(({ paths }) => delete paths['/auth/signup'])

    expect(await compare()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/no release yet/),
    })
    expect(await compare('--since', 'HEAD')).toMatchObject({ code: 1 })
    git('tag', 'v1.2.0')
    expect(await compare()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Since v1.2.0:/),
    })
    expect(await compare('--since', 'v9')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/v9/),
    })
  },
)

test.each<[string, (document: OpenApiDocument) => void]>([
  ['a route that is gone', ({ paths }) => delete paths['/auth/signup']],
  ['a field of an answer that is gone', (document) => delete fieldsOf(document, 'Cart').items],
  [
    'a field of an answer that has a different type',
    (document) => Object.assign(fieldsOf(document, 'Money').amount ?? {}, { type: 'string' }),
  ],
  [
    'a new required field of an input',
    ({ components }) => components.schemas.RegisterInput?.required?.push('name'),
  ],
  [
    'a shorter password',
    (document) =>
      Object.assign(fieldsOf(document, 'RegisterInput').password ?? {}, { maxLength: 20 }),
  ],
])('%s breaks clients', async (_, change) => {
  expect(await compareWith(change)).toBe(1)
})

test.each<[string, (document: OpenApiDocument) => void]>([
  ['a new route', ({ paths }) => Object.assign(paths, { '/healthz': paths['/livez'] })],
  [
    'a new field of an answer',
    (document) => Object.assign(fieldsOf(document, 'Cart'), { note: { type: 'string' } }),
  ],
])('%s does not break clients', async (_, change) => {
  expect(await compareWith(change)).toBe(0)
})
