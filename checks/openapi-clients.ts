import { join } from 'node:path'
import { type Demo, openDemo } from './support/place.ts'
import { makeProject, run } from './support/programs.ts'

/*
 * Generates clients and validators from /openapi.json of a running server, as third parties do in
 * their own projects, type-checks programs that use them, which includes that a number is refused
 * for an email, and runs these against the server: register, verify, log in, list the courses.
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
const zod = 'zod@4.6.7'

const openapiFetch = `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const client = createClient<paths>({ baseUrl: process.env['LYCEUM_URL'] ?? '' })
const registered = await client.POST('/api/v1/auth/register', { body: { email, password } })
if (registered.data === undefined) throw new Error(registered.error.message)
const early = await client.POST('/api/v1/auth/login', { body: { email, password } })
if (early.error?.error !== 'EmailNotVerified') throw new Error('The login did not ask for the verification.')

await client.POST('/api/v1/auth/verify-email', { body: { email, code: await codeFor(email) } })
const { data: login } = await client.POST('/api/v1/auth/login', { body: { email, password } })
if (login === undefined) throw new Error('The login failed.')
const { data: courses, response } = await client.GET('/api/v1/courses', {
  params: { query: { limit: 1 } },
  headers: { authorization: \`Bearer \${login.token}\` },
})
// @ts-expect-error a body without what is required
void (() => client.POST('/api/v1/auth/login', { body: { email } }))
// @ts-expect-error an email that is no text
void (() => client.POST('/api/v1/auth/login', { body: { email: 5, password } }))
// @ts-expect-error a field that does not exist
void (() => courses?.items[0]?.sections)
const price: { amount: number; currency: string } | undefined = courses?.items[0]?.price
console.log(registered.data.user.name, response.status, courses?.items.length, price?.currency)
`

const heyApi = `import { client } from './client/client.gen.ts'
import { authLogin, authRegister, authVerifyEmail, coursesList } from './client/index.ts'
import { zLoginInput, zProblem } from './client/zod.gen.ts'

client.setConfig({ baseUrl: process.env['LYCEUM_URL'] ?? '' })
const registered = await authRegister({ body: { email, password } })
if (registered.data === undefined) throw new Error(registered.error.message)
await authVerifyEmail({ body: { email, code: await codeFor(email) } })
const { data: login } = await authLogin({ body: { email, password } })
if (login === undefined) throw new Error('The login failed.')
const { data: courses, response } = await coursesList({ auth: login.token, query: { limit: 1 } })
// @ts-expect-error a body without what is required
void (() => authLogin({ body: { email } }))
// @ts-expect-error an email that is no text
void (() => authLogin({ body: { email: 5, password } }))
requireRefusal(zLoginInput.safeParse({ email: 5, password }))
const { error: wrong } = await authLogin({ body: { email, password: 'not the password' } })
zProblem.parse({ ...wrong, error: 'AnErrorOfTomorrow' })
const price: { amount: number; currency: string } | undefined = courses?.items[0]?.price
console.log(registered.data.user.name, response?.status, courses?.items.length, price?.currency)
`

const heyApiPlugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod']

const orval = `import { authLogin, authRegister, authVerifyEmail, coursesList } from './client.ts'
import { AuthLoginBody, AuthLoginResponse } from './validators.ts'

const registered = await authRegister({ email, password })
if (registered.status !== 201) throw new Error(registered.data.message)
await authVerifyEmail({ email, code: await codeFor(email) })
const login = await authLogin({ email, password })
if (login.status !== 200) throw new Error(login.data.message)
const { token } = AuthLoginResponse.parse(login.data)
const courses = await coursesList({ limit: 1 }, { headers: { authorization: \`Bearer \${token}\` } })
if (courses.status !== 200) throw new Error('The courses were not listed.')
// @ts-expect-error a body without what is required
void (() => authLogin({ email }))
// @ts-expect-error an email that is no text
void (() => authLogin({ email: 5, password }))
requireRefusal(AuthLoginBody.safeParse({ email: 5, password }))
const [course] = courses.data.items
console.log(registered.data.user.name, courses.status, courses.data.items.length, course?.price.currency)
`

const orvalSettings = `
const input = { target: process.env.DOCUMENT, filters: { mode: 'exclude', tags: ['aliases'] } }
export default {
  client: { input, output: { target: 'client.ts', client: 'fetch', baseUrl: process.env.LYCEUM_URL } },
  validators: { input, output: { target: 'validators.ts', client: 'zod' } },
}
`

const kubb = `import { setConfig } from './client/.kubb/fetch.ts'
import { authLogin, authRegister, authVerifyEmail, coursesList } from './client/index.ts'
import { loginInputSchema, problemSchema } from './client/zod/index.ts'

// Its client names no type of its JSON.
setConfig({ headers: { 'content-type': 'application/json' } })
const registered = await authRegister({ email, password })
await authVerifyEmail({ email, code: await codeFor(email) })
const { data: login } = await authLogin({ email, password })
const { data: courses, status } = await coursesList({ limit: 1 }, undefined, {
  headers: { authorization: \`Bearer \${login.token}\` },
})
// @ts-expect-error a body without what is required
void (() => authLogin({ email }))
// @ts-expect-error an email that is no text
void (() => authLogin({ email: 5, password }))
requireRefusal(loginInputSchema.safeParse({ email: 5, password }))
const problem = await (await fetch(\`\${process.env['LYCEUM_URL']}/api/v1/me\`)).json()
problemSchema.parse({ ...problem, error: 'AnErrorOfTomorrow' })
console.log(registered.data.user.name, status, courses.items.length, courses.items[0]?.price.currency)
`

const kubbSettings = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { pluginZod } from '@kubb/plugin-zod'

const exclude = [{ type: 'tag', pattern: 'aliases' }]
const client = { client: 'fetch', bundle: true, baseURL: process.env.LYCEUM_URL, dataReturnType: 'full' }
export default defineConfig({
  root: '.',
  input: { path: process.env.DOCUMENT },
  output: { path: './client', format: false, lint: false, extension: { '.ts': '.ts' } },
  plugins: [
    pluginOas({ validate: false, generators: [] }),
    pluginTs({ exclude }),
    pluginZod({ exclude, version: '4' }),
    pluginClient({ exclude, ...client }),
  ],
})
`

const oazapfts = `import { authLogin, authRegister, authVerifyEmail, coursesList, defaults } from './client.ts'

defaults.baseUrl = process.env['LYCEUM_URL'] ?? ''
const registered = await authRegister({ email, password })
if (registered.status !== 201) throw new Error(registered.data.message)
await authVerifyEmail({ email, code: await codeFor(email) })
const login = await authLogin({ email, password })
if (login.status !== 200) throw new Error(login.data.message)
defaults.headers = { authorization: \`Bearer \${login.data.token}\` }
const courses = await coursesList({ limit: 1 })
if (courses.status !== 200) throw new Error('The courses were not listed.')
// @ts-expect-error a body without what is required
void (() => authLogin({ email }))
// @ts-expect-error an email that is no text
void (() => authLogin({ email: 5, password }))
const [course] = courses.data.items
console.log(registered.data.user.name, courses.status, courses.data.items.length, course?.price.currency)
`

const swaggerTypescript = `import { Api } from './client.ts'

const { api } = new Api({ baseUrl: process.env['LYCEUM_URL'] ?? '' })
const registered = await api.authRegister({ email, password })
await api.authVerifyEmail({ email, code: await codeFor(email) })
const { data: login } = await api.authLogin({ email, password })
const headers = { authorization: \`Bearer \${login.token}\` }
const courses = await api.coursesList({ limit: 1 }, { headers })
// @ts-expect-error a body without what is required
void (() => api.authLogin({ email }))
// @ts-expect-error an email that is no text
void (() => api.authLogin({ email: 5, password }))
const [course] = courses.data.items
console.log(registered.data.user.name, courses.status, courses.data.items.length, course?.price.currency)
`

const helpers = `
export const email = process.env['EMAIL'] ?? ''
export const password = 'correct horse battery staple'

export async function codeFor(email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(\`\${process.env['LYCEUM_URL']}/dev/mail.json?to=\${email}\`)
    const { items } = (await answer.json()) as { items: { text: string }[] }
    const code = /\\b\\d{8}\\b/.exec(items[0]?.text ?? '')?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No code was mailed.')
}

export function requireRefusal({ success }: { success: boolean }): void {
  if (success) throw new Error('The validator took a number for an email.')
}
`

const importHelpers = "import { codeFor, email, password, requireRefusal } from './helpers.ts'\n"

await using world = await openDemo('sdk')
const document = `${world.baseUrl}/openapi.json`

await tryClient(world, 'openapi-typescript 7.13.0 with openapi-fetch 0.17.0', {
  packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
  generate: ['openapi-typescript', document, '--output', 'api.ts'],
  program: openapiFetch,
})
await tryClient(world, '@hey-api/openapi-ts 0.99.0 with its zod', {
  packages: ['@hey-api/openapi-ts@0.99.0', zod],
  generate: ['openapi-ts', '-i', document, '-o', 'client', '-p', ...heyApiPlugins],
  program: heyApi,
})
await tryClient(world, 'orval 8.36.0 with its zod', {
  packages: ['orval@8.36.0', zod],
  // Later versions in its range depend on a package that was not published everywhere.
  overrides: { '@scalar/openapi-parser': '0.29.2' },
  generate: ['orval', '--config', 'settings.mjs'],
  settings: orvalSettings,
  program: orval,
})
await tryClient(world, 'kubb 4.39.3 with its zod', {
  packages: ['core', 'cli', 'plugin-oas', 'plugin-ts', 'plugin-client', 'plugin-zod']
    .map((name) => `@kubb/${name}@4.39.3`)
    .concat(zod),
  generate: ['kubb', 'generate', '--config', 'settings.mjs'],
  settings: kubbSettings,
  program: kubb,
})

await tryClient(world, 'oazapfts 7.5.0', {
  packages: ['oazapfts@7.5.0'],
  generate: ['oazapfts', document, 'client.ts', '--exclude', 'aliases'],
  program: oazapfts,
})
await tryClient(world, 'swagger-typescript-api 13.13.0', {
  packages: ['swagger-typescript-api@13.13.0'],
  generate: ['swagger-typescript-api', 'generate', '-p', document, '-o', '.', '-n', 'client.ts'],
  program: swaggerTypescript,
})

interface Client {
  packages: string[]
  overrides?: Record<string, string>
  /** The command that generates the client. */
  generate: string[]
  /** Written to settings.mjs for the command. */
  settings?: string
  program: string
}

async function tryClient(
  { folder, baseUrl }: Demo,
  name: string,
  { packages, overrides, generate, settings = '', program }: Client,
): Promise<void> {
  const project = join(folder, name.replace(/\W+/g, '-'))
  const manifest = { name: 'third-party', private: true, type: 'module', overrides }
  await makeProject(project, {
    packages: [...packages, ...typeScript],
    files: {
      'package.json': JSON.stringify(manifest),
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
      'helpers.ts': helpers,
      'main.ts': `${importHelpers}${program}`,
      'settings.mjs': settings,
    },
  })

  const [tool = '', ...args] = generate
  const env = { LYCEUM_URL: baseUrl, DOCUMENT: document, EMAIL: `${tool}@example.com` }
  await run(join(project, 'node_modules/.bin', tool), args, project, env)
  await run(join(project, 'node_modules/.bin/tsc'), [], project)
  const printed = await run(process.execPath, ['out/main.js'], project, env)
  process.stdout.write(`ok  ${name}: generated, type-checked, ran: ${printed}\n`)
}
