import { join } from 'node:path'
import { demoAccounts } from '../server/demo/demo-accounts.ts'
import { packSdk } from './support/pack-sdk.ts'
import { type Demo, openDemo } from './support/place.ts'
import { makeProject, run } from './support/programs.ts'

/*
 * Uses the packed SDK as its users do, in projects outside the repository: an ES module and a
 * CommonJS script, both copies in one process, and TypeScript 5.7 and 6.0 with the usual kinds of
 * module resolution. Each program signs in at a running server.
 */
const program = (imported: string) => `${imported}
async function main() {
  const lyceum = createLyceum({ baseUrl: process.env['LYCEUM_URL'] ?? '' })
  const { user } = await lyceum.signIn({ email: process.env['EMAIL'] ?? '', password: process.env['PASSWORD'] ?? '' })
  let courses = 0
  for await (const course of paginate(lyceum.courses.list, { limit: 1 })) courses += course.title.length > 0 ? 1 : 0
  const failure = await lyceum.courses.get.query({ idOrSlug: 'nothing' }).catch((error) => error)
  console.log(user.email, courses, isLyceumError(failure) && failure.name)
}
main()
`

const names = 'createLyceum, isLyceumError, paginate'
const esm = program(`import { ${names} } from '@lyceum/sdk'`)
const commonJs = program(`const { ${names} } = require('@lyceum/sdk')`)
const bothCopies = `import { createRequire } from 'node:module'
import { isLyceumError, LyceumError } from '@lyceum/sdk'
const other = createRequire(import.meta.url)('@lyceum/sdk')
console.log(other.LyceumError !== LyceumError, isLyceumError(new other.LyceumError('Timeout', 'Too late.')))
`
const typeScript = `${esm}
import { formatMoney, type Cart, type Inputs, type LyceumErrorName, type Money } from '@lyceum/sdk'
import { infiniteQueryOptions, queryOptions } from '@lyceum/sdk/query'
type Client = ReturnType<typeof createLyceum>
const cart = (lyceum: Client): Promise<Cart> =>
  queryOptions(lyceum.cart.get).queryFn({ signal: new AbortController().signal })
// @ts-expect-error no list
void ((lyceum: Client) => infiniteQueryOptions(lyceum.cart.get))
const registration: Inputs['auth']['register'] = { email: 'ada@example.com', password: 'correct horse' }
const total = (cart: Cart): number => cart.total?.amount ?? 0
// @ts-expect-error a field that does not exist
void ((cart: Cart) => cart.sum)
// @ts-expect-error an input that is missing
void (() => createLyceum({ baseUrl: '' }).cart.add.mutate())
function isAboutToken(name: LyceumErrorName): boolean {
  // @ts-expect-error no name of ours
  if (name === 'TokenStolen') return true
  return name === 'TokenExpired' || name === 'TokenInvalid' || name === 'TokenMissing'
}
function newPrice(error: unknown): Money | undefined {
  if (!isLyceumError(error, 'transactions.create')) return undefined
  // @ts-expect-error no error of this operation
  if (error.name === 'InvalidCode') return undefined
  return error.name === 'PriceChanged' ? error.facts?.total : undefined
}
void [registration, cart, total, isAboutToken, newPrice, formatMoney]
`

const tsOptions = [
  '--strict',
  '--target',
  'es2022',
  '--types',
  'node',
  '--noEmitOnError',
  '--outDir',
  'out',
]

async function project(
  { folder, tarball }: Demo & { tarball: string },
  name: string,
  files: Record<string, string>,
  packages: string[],
): Promise<string> {
  const projectFolder = join(folder, name)
  const manifest = JSON.stringify({ name, private: true })
  await makeProject(projectFolder, {
    packages: [tarball, ...packages],
    files: { ...files, 'package.json': manifest },
  })
  return projectFolder
}

function runProgram({ baseUrl }: Demo, folder: string, file: string): Promise<string> {
  const [account] = demoAccounts
  return run(process.execPath, [file], folder, {
    LYCEUM_URL: baseUrl,
    EMAIL: account?.email ?? '',
    PASSWORD: account?.password ?? '',
  })
}

async function report(what: string, check: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`ok    ${what}: ${await check()}\n`)
  } catch (error) {
    process.stdout.write(`FAIL  ${what}: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

await using demo = await openDemo('sdk')
const world = { ...demo, tarball: await packSdk(demo.folder) }

const script = await project(
  world,
  'scripts',
  { 'esm.mjs': esm, 'common.cjs': commonJs, 'both.mjs': bothCopies },
  ['typescript@6.0.3'],
)
await report('node, ES module', () => runProgram(world, script, 'esm.mjs'))
await report('node, CommonJS', () => runProgram(world, script, 'common.cjs'))
await report('both copies in one process', () => runProgram(world, script, 'both.mjs'))

for (const version of ['5.7.2', '6.0.3']) {
  const folder = await project(
    world,
    `typescript-${version}`,
    { 'main.mts': typeScript, 'common.cts': typeScript },
    [`typescript@${version}`, '@types/node@24.19.2'],
  )
  const compile = (...args: string[]) =>
    run(join(folder, 'node_modules/.bin/tsc'), [...tsOptions, ...args], folder)
  await report(`TypeScript ${version}, NodeNext, declarations checked`, async () => {
    await compile('--module', 'nodenext', '--exactOptionalPropertyTypes', 'main.mts', 'common.cts')
    return `${await runProgram(world, folder, 'out/main.mjs')} | ${await runProgram(world, folder, 'out/common.cjs')}`
  })
  await report(`TypeScript ${version}, bundler`, async () => {
    await compile('--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit', 'main.mts')
    return 'compiles'
  })
}
