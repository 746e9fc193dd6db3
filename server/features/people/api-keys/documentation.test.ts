import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { givenCommandLine } from '../../../../scripts/cli/test/command-line.ts'
import { apiKeyPattern } from '../../../security/api-keys.ts'
import { keyScopes, permissions } from '../../../security/permissions.ts'
import { startApi } from '../../../test/api.ts'
import { givenKey } from './test-support.ts'

vi.setConfig({ testTimeout: 120_000 })

const page = readFileSync(new URL('../../../../docs/api-keys.md', import.meta.url), 'utf8')
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = '']) => block.replaceAll(/\s*\\?\n +/g, ' ').split('\n'))
  .filter((line) => line !== '')

test('the page lists the scopes as they are', () => {
  const rows = [...page.matchAll(/^\| `([\w:]+)` \| (.*) \|$/gm)].map(([, ...row]) => row)
  expect(rows).toEqual(keyScopes.map((scope) => [scope, permissions[scope].means]))
})

test('the regular expression of the page finds a key in any text', async () => {
  await using api = await startApi()
  const { key } = await givenKey(api, ['catalogue:read'])
  expect(page).toContain(`\n${apiKeyPattern}\n`)
  expect(`export KEY="${key}";`.match(new RegExp(apiKeyPattern))?.[0]).toBe(key)
})

test('the requests of the page work as they stand there', async () => {
  await using api = await startApi()
  const { token } = await api.given.admin()
  const [create, read, ...others] = commands.filter((line) => line.startsWith('curl'))
  expect(others).toEqual([])
  const [, path, body] = /^curl -s \$BASE(\S+) .* -d '(.*)'$/.exec(create ?? '') ?? []
  const made = await api.request(`POST ${path}`, { token, body: JSON.parse(body ?? '') })
  expect(made.status).toBe(201)

  const [, address, header] = /^curl -s \$BASE(\S+) -H "(.*)"$/.exec(read ?? '') ?? []
  const [name = '', value = ''] = (header ?? '').replace('$KEY', made.body.key).split(': ')
  const answer = await api.request(`GET ${address}`, { headers: { [name]: value } })
  expect(answer.status).toBe(200)
})

test('the commands of the page work as they stand there', async () => {
  await using lyceum = await givenCommandLine()
  await using api = await startApi()
  await api.given.learner({ role: 'admin', email: 'grace.hopper@example.com' })
  const lines = commands.filter((line) => line.startsWith('npm run '))
  let publicId = ''
  for (const line of lines) {
    const [, args = ''] = line.split(' -- ')
    const { code, stdout } = await lyceum.run(args.replace('7Hd2kPq9Wm4x', publicId).split(' '))
    expect([line, code]).toEqual([line, 0])
    publicId = /lyc_(\w{12})_/.exec(stdout)?.[1] ?? publicId
  }
  expect(lines).toHaveLength(4)
})
