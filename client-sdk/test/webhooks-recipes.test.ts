import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  makeSigningKey,
  makeWebhookSecret,
  signedHeaders,
} from '../../server/adapters/webhook-sender/signatures.ts'

/* The recipes of docs/webhooks.md, as they stand there. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/lyceum/webhook-recipes')
const secret = makeWebhookSecret()
const courseId = '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02'
const userId = '019a9c3e-5b1a-7c44-9d10-6f2b8f1f0a01'

function messageOf(type: string, at = new Date()) {
  const id = '0d9a4c1e-7b52-4f3a-8c61-5e2f9b7d4a09'
  const body = JSON.stringify({ id, number: 7, type, timestamp: at, data: { userId, courseId } })
  const keys = { secrets: [makeWebhookSecret(), secret], signingKey: makeSigningKey() }
  return { body, headers: signedHeaders(keys, { id, at, body }) }
}

async function recipe(name: string): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  const [, block] =
    new RegExp(`<!-- run: ${name} -->\\n *\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (block === undefined) throw new Error(`docs/webhooks.md has no recipe "${name}".`)
  return block
}

async function load(name: string): Promise<Record<string, unknown>> {
  const source = pathToFileURL(join(import.meta.dirname, '../src/webhooks.ts')).href
  const code = stripTypeScriptTypes(await recipe(name)).replace(
    "'@lyceum/sdk/webhooks'",
    JSON.stringify(source),
  )
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}-${process.pid}.mjs`)
  await writeFile(file, code)
  onTestFinished(() => rm(file))
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

test('the receiver for edge runtimes takes what is signed and refuses the rest', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const { receive } = (await load('edge')) as {
    receive: (request: Request, secret: string) => Promise<Response>
  }
  const { headers, body } = messageOf('course.completed')
  const request = () => new Request('https://hooks.test/', { method: 'POST', headers, body })

  expect((await receive(request(), secret)).status).toBe(204)
  expect(printed).toHaveBeenCalledWith(userId, courseId)
  const refused = await receive(request(), makeWebhookSecret())
  expect([refused.status, await refused.text()]).toEqual([400, 'wrong signature'])
})

test('the receiver for Node.js takes what is signed and refuses the rest', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('LYCEUM_WEBHOOK_SECRET', secret)
  onTestFinished(() => {
    printed.mockRestore()
    vi.unstubAllEnvs()
  })
  const { server } = (await load('node')) as { server: Server }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { headers, body } = messageOf('enrollment.started')

  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204)
  expect(printed).toHaveBeenCalledWith(userId, courseId)
  expect((await fetch(url, { method: 'POST', headers, body: `${body} ` })).status).toBe(400)
})

test('the step of an automation tool ends the run of what is not signed, or old', async () => {
  const code = `(function (require) {${await recipe('automation')}; return verified })`
  const verified = runInNewContext(code, { Buffer, Date, JSON, Math, Number, Error })(
    (name: string) => process.getBuiltinModule(name),
  )
  const { headers, body } = messageOf('course.completed')

  expect(verified(secret, headers, body)).toMatchObject({ type: 'course.completed' })
  expect(() => verified(makeWebhookSecret(), headers, body)).toThrow('not from Lyceum')
  expect(() => verified(secret, headers, `${body} `)).toThrow('not from Lyceum')
  const old = messageOf('course.completed', new Date(Date.now() - 400_000))
  expect(() => verified(secret, old.headers, old.body)).toThrow('not from Lyceum')
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the recipe in Python takes what is signed (needs python3)', async () => {
  const { headers, body } = messageOf('course.completed')
  const old = messageOf('course.completed', new Date(Date.now() - 400_000))
  const cases = [
    [secret, headers, body],
    [makeWebhookSecret(), headers, body],
    [secret, headers, `${body} `],
    [secret, old.headers, old.body],
  ]
  const program = `${await recipe('python')}
import sys
print(json.dumps([verify(s, h, b.encode()) is not None for s, h, b in json.load(sys.stdin)]))`
  const output = execFileSync('python3', ['-c', program], { input: JSON.stringify(cases) })
  expect(JSON.parse(output.toString())).toEqual([true, false, false, false])
})
