import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { OpenApiDocument, Schema } from '../../server/http/openapi/document.ts'
import { runNode } from '../cli/test/command-line.ts'

const folder = await mkdtemp(join(tmpdir(), 'lyceum-openapi-diff-'))
afterAll(() => rm(folder, { recursive: true }))

const script = join(import.meta.dirname, 'checks/openapi-diff.ts')
const released = await readFile(
  join(import.meta.dirname, '../../docs/releases/openapi-0.1.0.json'),
  'utf8',
)

async function compareWith(change: (document: OpenApiDocument) => void): Promise<number | null> {
  const document: OpenApiDocument = JSON.parse(released)
  change(document)
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const { code } = await runNode([script, file])
  return code
}

function fieldsOf({ components }: OpenApiDocument, name: string): Record<string, Schema> {
  return components.schemas[name]?.properties ?? {}
}

test('nothing that broke its callers has happened since the last release', async () => {
  expect((await runNode([script])).code).toBe(0)
})

test.each<[string, (document: OpenApiDocument) => void]>([
  ['an address that is gone', ({ paths }) => delete paths['/auth/signup']],
  ['a field of an answer that is gone', (document) => delete fieldsOf(document, 'Cart').items],
  [
    'a field of an answer that is of another kind',
    (document) => Object.assign(fieldsOf(document, 'Money').amount ?? {}, { type: 'string' }),
  ],
  [
    'a field that must be sent',
    ({ components }) => components.schemas.Registration?.required?.push('name'),
  ],
  [
    'a shorter password',
    (document) =>
      Object.assign(fieldsOf(document, 'Registration').password ?? {}, { maxLength: 20 }),
  ],
])('%s breaks callers', async (_, change) => {
  expect(await compareWith(change)).toBe(1)
})

test.each<[string, (document: OpenApiDocument) => void]>([
  ['a new address', ({ paths }) => Object.assign(paths, { '/healthz': paths['/livez'] })],
  [
    'a further field of an answer',
    (document) => Object.assign(fieldsOf(document, 'Cart'), { note: { type: 'string' } }),
  ],
])('%s does not', async (_, change) => {
  expect(await compareWith(change)).toBe(0)
})
