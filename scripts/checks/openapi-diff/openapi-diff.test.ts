import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { OpenApiDocument, Schema } from '../../../server/http/endpoints/document.ts'
import { runNode } from '../../cli/test/command-line.ts'

const folder = await mkdtemp(join(tmpdir(), 'lyceum-openapi-diff-'))
afterAll(() => rm(folder, { recursive: true }))

const script = join(import.meta.dirname, 'openapi-diff.ts')
const released = await readFile(
  join(import.meta.dirname, '../../../docs/releases/openapi-0.1.0.json'),
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

test('nothing has broken clients since the last release', async () => {
  expect((await runNode([script])).code).toBe(0)
})

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
