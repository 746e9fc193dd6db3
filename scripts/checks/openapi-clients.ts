import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, type SdkWorld, startSdkWorld } from './support/sdk-world.ts'

/*
 * Generates clients from /openapi.json of a running server, as third parties do in their own
 * projects, type-checks programs that use them, and runs these against the server: register,
 * verify, log in, list the courses.
 */
const compilerOptions = {
  strict: true,
  module: 'nodenext',
  target: 'es2024',
  types: ['node'],
  skipLibCheck: true,
  rewriteRelativeImportExtensions: true,
  outDir: 'out',
}
const typeScript = ['typescript@5.9.3', '@types/node@24.19.2']

const openapiFetch = `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const client = createClient<paths>({ baseUrl: process.env['LYCEUM_URL'] ?? '' })
const email = 'openapi-fetch@example.com'
const password = 'correct horse battery staple'

const registered = await client.POST('/api/v1/auth/register', { body: { email, password } })
if (registered.data === undefined) throw new Error(registered.error.message)
const early = await client.POST('/api/v1/auth/login', { body: { email, password } })
if (early.error?.error !== 'EmailNotVerified') throw new Error('The login did not ask for the verification.')

await client.POST('/api/v1/auth/verify-email', { body: { email, code: await codeFor(email) } })
const { data: login } = await client.POST('/api/v1/auth/login', { body: { email, password } })
if (login === undefined) throw new Error('The login failed.')
const { data: courses, response } = await client.GET('/api/courses', {
  params: { query: { limit: 1 } },
  headers: { authorization: \`Bearer \${login.token}\` },
})
// @ts-expect-error a body without what is required
void (() => client.POST('/api/v1/auth/login', { body: { email } }))
// @ts-expect-error a field that does not exist
void (() => courses?.items[0]?.sections)
const price: { amount: number; currency: string } | undefined = courses?.items[0]?.price
console.log(registered.data.user.name, response.status, courses?.items.length, price?.currency)
`

const heyApi = `import { client } from './client/client.gen.ts'
import { authLogin, authRegister, authVerifyEmail, coursesList } from './client/index.ts'

client.setConfig({ baseUrl: process.env['LYCEUM_URL'] ?? '' })
const email = 'hey.api@example.com'
const password = 'correct horse battery staple'

const registered = await authRegister({ body: { email, password } })
if (registered.data === undefined) throw new Error(registered.error.message)
await authVerifyEmail({ body: { email, code: await codeFor(email) } })
const { data: login } = await authLogin({ body: { email, password } })
if (login === undefined) throw new Error('The login failed.')
const { data: courses, response } = await coursesList({ auth: login.token, query: { limit: 1 } })
// @ts-expect-error a body without what is required
void (() => authLogin({ body: { email } }))
const price: { amount: number; currency: string } | undefined = courses?.items[0]?.price
console.log(registered.data.user.name, response?.status, courses?.items.length, price?.currency)
`

const codeFor = `
async function codeFor(email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(\`\${process.env['LYCEUM_URL']}/dev/mail.json?to=\${email}\`)
    const { items } = (await answer.json()) as { items: { text: string }[] }
    const code = /\\b\\d{8}\\b/.exec(items[0]?.text ?? '')?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No code was mailed.')
}
`

await using world = await startSdkWorld({ RATE_LIMIT_SCALE: '100' })
const document = `${world.baseUrl}/openapi.json`

await tryClient(world, 'openapi-typescript 7.13.0 with openapi-fetch 0.17.0', {
  packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
  generate: ['openapi-typescript', document, '--output', 'api.ts'],
  program: openapiFetch,
})
await tryClient(world, '@hey-api/openapi-ts 0.99.0', {
  packages: ['@hey-api/openapi-ts@0.99.0'],
  generate: [
    'openapi-ts',
    '--input',
    document,
    '--output',
    'client',
    '--client',
    '@hey-api/client-fetch',
  ],
  program: heyApi,
})

interface Client {
  packages: string[]
  /** The command that generates the client. */
  generate: string[]
  program: string
}

async function tryClient(
  { folder, baseUrl }: SdkWorld,
  name: string,
  { packages, generate, program }: Client,
): Promise<void> {
  const project = join(folder, name.replace(/\W+/g, '-'))
  await mkdir(project)
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'third-party', private: true, type: 'module' }),
  )
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['main.ts'] }),
  )
  await writeFile(join(project, 'main.ts'), `${program}${codeFor}`)
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages, ...typeScript], project)

  const [tool = '', ...args] = generate
  await run(join(project, 'node_modules/.bin', tool), args, project)
  await run(join(project, 'node_modules/.bin/tsc'), [], project)
  const printed = await run(process.execPath, ['out/main.js'], project, { LYCEUM_URL: baseUrl })
  process.stdout.write(`ok  ${name}: generated, type-checked, ran: ${printed}\n`)
}
