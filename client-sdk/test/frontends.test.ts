import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import type { Inputs, Lyceum, Money, Outputs } from '../src/index.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/lyceum')
const demo = join(root, 'server/demo')
/** What lessons take for granted: the client and ids of earlier blocks, and the player's screens. */
const ofTheLearner = `
import type { Lyceum } from '@lyceum/sdk'
import type { ProgressQueue } from '@lyceum/sdk/offline'
declare global {
  const lyceum: Lyceum
  const queue: ProgressQueue
  const courseId: string
  const lessonId: string
  function show(shown: object): void
  function showCertificate(shown: object): void
  function showLogin(options: { returnTo: string; hasExpired: boolean }): void
  function showOffer(): void
  function showContents(): void
  function openCourse(): void
  function countDown(seconds: number): void
  function apologise(message: string, requestId: string | undefined): void
}
`
/** Not installed here: what is imported from them is not checked, all else is. */
const foreign = ['dompurify', 'markdown-it']

test('all code for frontends in the documentation compiles against the SDK', async () => {
  const names = ['frontends', 'assessment', 'build-a-client']
  const pages = await Promise.all(names.map((name) => readBlocks(name)))
  const blocks = pages.flat()
  expect(blocks.length).toBeGreaterThan(5)

  const files = Object.fromEntries(
    blocks.map((block, index) => [index === 0 ? 'lyceum.ts' : `block-${index}.ts`, block]),
  )
  expect(await complaintsAbout(files)).toEqual([])
})

test('all code in the lessons of the demo courses compiles against the SDK', async () => {
  const lessons = (await readdir(demo, { recursive: true })).filter((file) => file.endsWith('.md'))
  const files: Record<string, string> = { 'learners.d.ts': ofTheLearner }
  for (const [place, lesson] of lessons.entries())
    for (const [index, block] of blocksOf(await readFile(join(demo, lesson), 'utf8')).entries())
      files[`lesson-${place}-${index}.ts`] = block
  expect(Object.keys(files).length).toBeGreaterThan(10)

  expect(await complaintsAbout(files)).toEqual([])
})

test('docs/build-a-client.md leads from nothing to a certificate', async () => {
  await using api = await startApi()
  const { id: courseId, title } = await api.given.course()
  const guide = await runGuide(await api.server.listen({ host: '127.0.0.1', port: 0 }))
  const ends: string[] = []
  const account = { email: 'ada@example.com', password: 'correct horse battery staple' }

  expect(await guide.begin((reason) => ends.push(reason))).toBeUndefined()
  expect(await guide.register({ ...account, email: 'ada' })).toHaveProperty('email')
  expect(await guide.register({ ...account, name: 'Ada Lovelace' })).toEqual({})
  expect(await guide.register(account)).toEqual({ email: expect.stringContaining('log in') })
  expect(await guide.verify(account, await api.codeFor(account.email))).toBe('signed in')
  expect(await guide.catalogue()).toEqual([
    { id: courseId, title, price: expect.stringContaining('0.00'), isMine: false },
  ])
  expect(await guide.buyNow(courseId, { amount: 0, currency: 'USD' })).toBeUndefined()
  let lesson = await guide.nextLesson(courseId)
  let done: Awaited<ReturnType<Guide['complete']>> | undefined
  while (lesson !== undefined) {
    done = await guide.complete(lesson.id)
    lesson = await guide.nextLesson(courseId)
  }
  expect(done).toMatchObject({ percent: 100, certificate: { status: 'issued' } })

  const { verificationUrl } = await guide.certificateOf(courseId)
  const verdict = { valid: true, learnerName: 'Ada Lovelace', courseTitle: title }
  expect(await guide.verdictOn(verificationUrl)).toEqual(verdict)
  await guide.lyceum.signOut()
  expect(ends).toEqual(['SignedOut'])
})

test('what docs/build-a-client.md buys with money comes back to its page', async () => {
  await using api = await startApi()
  const price = { amount: 2900, currency: 'USD' }
  const courses = [await api.given.course({ price }), await api.given.course({ price })]
  const learner = await api.given.learner()
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })
  const { buyNow, buyCart, settled, lyceum } = await runGuide(baseUrl)
  await lyceum.signIn(learner)
  const [now = '', later = ''] = courses.map(({ id }) => id)
  await lyceum.cart.add.mutate({ courseId: later })

  /** The end of the sandbox's page of payment, as its button leads to it. */
  const pay = async (checkoutUrl = '') => {
    const { headers } = await api.request(`POST ${new URL(checkoutUrl).pathname}/pay`)
    return new URL(String(headers.location))
  }
  const back = await pay(await buyNow(now, price))
  expect(back.href).toMatch('http://localhost:5173/purchase?transaction=')
  const bought = await settled(back.search)
  expect([bought.status, bought.lines.map(({ courseId }) => courseId)]).toEqual([
    'fulfilled',
    [now],
  ])

  const open = (await buyCart(price)) ?? ''
  const [{ id = '' } = {}] = (await lyceum.transactions.list.query()).items
  expect(await settled(`?transaction=${id}&checkout=canceled`)).toMatchObject({
    status: 'pending',
    checkoutUrl: open,
  })
})

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
  return blocksOf(await readFile(join(root, `docs/${name}.md`), 'utf8'))
}

function blocksOf(page: string): string[] {
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
        moduleDetection: 'force',
        noEmit: true,
        skipLibCheck: true,
        paths: {
          '@lyceum/sdk': [join(root, 'client-sdk/src/index.ts')],
          '@lyceum/sdk/*': [join(root, 'client-sdk/src/*.ts')],
        },
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

interface Guide {
  lyceum: Lyceum
  begin(onEnd: (reason: string) => void): Promise<Outputs['me']['get'] | undefined>
  register(account: Inputs['auth']['register']): Promise<Record<string, string>>
  verify(account: Inputs['auth']['login'], code: string): Promise<string>
  catalogue(): Promise<object[]>
  buyNow(courseId: string, price: Money): Promise<string | undefined>
  buyCart(total: Money): Promise<string | undefined>
  settled(search: string): Promise<Outputs['transactions']['get']>
  nextLesson(courseId: string): Promise<Outputs['lessons']['get'] | undefined>
  complete(lessonId: string): Promise<{ percent: number; certificate?: object }>
  rename(name: string): Promise<void>
  certificateOf(courseId: string): Promise<Outputs['certificates']['issue']>
  verdictOn(text: string): Promise<object>
}

/** All that the blocks of the guide export, against the given server. */
async function runGuide(baseUrl: string): Promise<Guide> {
  const folder = await temporaryFolder()
  const blocks = await readBlocks('build-a-client')
  const sdk = JSON.stringify(join(root, 'client-sdk/src/index.ts'))
  const files = blocks.map((block, index) => ({
    name: join(folder, index === 0 ? 'lyceum.ts' : `block-${index}.ts`),
    text: block
      .replace("'@lyceum/sdk'", sdk)
      .replace("'./lyceum'", "'./lyceum.ts'")
      .replace('http://localhost:3000', baseUrl),
  }))
  for (const { name, text } of files) await writeFile(name, text)
  const modules = await Promise.all(files.map(({ name }) => import(/* @vite-ignore */ name)))
  return Object.assign({}, ...modules)
}

async function temporaryFolder(): Promise<string> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'frontends-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
