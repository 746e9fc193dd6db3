import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/lyceum')
/** Not installed here: what is imported from them is not checked, all else is. */
const foreign = ['dompurify', 'markdown-it']

test('all code in docs/frontends.md and docs/assessment.md compiles against the SDK', async () => {
  const blocks = [...(await readBlocks('frontends')), ...(await readBlocks('assessment'))]
  expect(blocks.length).toBeGreaterThan(5)

  const files = Object.fromEntries(
    blocks.map((block, index) => [index === 0 ? 'lyceum.ts' : `block-${index}.ts`, block]),
  )
  expect(await complaintsAbout(files)).toEqual([])
}, 60_000)

test('a call of docs/frontends.md by plain fetch answers, and fails with the problem', async () => {
  await using api = await startApi()
  const { email, password } = await api.given.learner()
  const course = await api.given.course()
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const { call } = await load('LyceumProblem', baseUrl)

  const { token } = await call('/auth/login', { method: 'POST', body: { email, password } })
  const request = { method: 'POST', token, idempotencyKey: 'one', body: { courseId: course.id } }
  expect(await call('/cart', request)).toMatchObject({ items: [{ courseId: course.id }] })
  expect(await call('/cart', { token })).toMatchObject({ items: [{ courseId: course.id }] })
  await expect(call('/courses/nothing', { token })).rejects.toMatchObject({
    problem: { error: 'CourseNotFound', requestId: expect.any(String) },
  })
})

async function readBlocks(name = 'frontends'): Promise<string[]> {
  const page = await readFile(join(root, `docs/${name}.md`), 'utf8')
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

/** The compiler's complaints about the files, except those about foreign modules. */
async function complaintsAbout(files: Record<string, string>): Promise<string[]> {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2022', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        types: [],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        paths: { '@lyceum/sdk': [join(root, 'client-sdk/src/index.ts')] },
      },
      include: ['*.ts'],
    }),
  )
  const output = await new Promise<string>((resolve) =>
    execFile(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', folder, '--pretty', 'false'],
      (error, stdout) => resolve(stdout === '' ? (error?.message ?? '') : stdout),
    ),
  )
  return output
    .split('\n')
    .filter((line) => line !== '' && !foreign.some((name) => line.includes(`module '${name}'`)))
}

type Call = (path: string, request?: object) => Promise<Record<string, unknown>>

/** Runs the block that contains a word, against the given server. */
async function load(word: string, baseUrl: string): Promise<{ call: Call }> {
  const block = (await readBlocks()).find((block) => block.includes(word))
  if (block === undefined) throw new Error(`No block contains ${word}.`)
  const file = join(await temporaryFolder(), 'block.ts')
  await writeFile(file, block.replace('http://localhost:3000', baseUrl))
  return import(/* @vite-ignore */ file)
}

async function temporaryFolder(): Promise<string> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'frontends-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
