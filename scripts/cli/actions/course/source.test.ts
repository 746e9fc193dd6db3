import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenTeam } from '../../../../server/test/authoring.ts'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

const url = 'https://git.invalid/knots.git'

test('course source sets, shows and removes the repository of a course, with a credential from a file', async () => {
  const { slug } = await givenTeam(api)
  const file = join(lyceum.dataDir, 'token.txt')
  await writeFile(file, 'ghp_fromAFile\n')
  const set = (...options: string[]) =>
    lyceum.run(['course', 'source', 'set', slug, url, ...options, '--json'])

  const unasked = await set()
  expect([unasked.code, unasked.stderr]).toEqual([4, expect.stringContaining('--take-over')])
  const first = await set('--take-over', '--credential-file', file, '--outcome', 'publish')
  expect(first.json).toMatchObject({ url, outcome: 'publish', hasCredential: true })
  expect(first.json.hookSecret).toHaveLength(43)
  expect(first.stdout + first.stderr).not.toContain('ghp_fromAFile')
  const again = await set('--no-credential')
  expect(again.json).toMatchObject({ hasCredential: false, hookSecret: null })

  const shown = await lyceum.run(['course', 'source', 'show', slug])
  expect(shown.stdout).toMatch(new RegExp(`^Url +${url}$`, 'm'))
  expect(shown.stdout).toMatch(/^Hook secret +-$/m)
  expect((await lyceum.run(['course', 'source', 'sync', slug])).code).toBe(0)
  const removed = await lyceum.run(['course', 'source', 'remove', slug])
  expect(removed.stdout).toContain('Its content stays')
  const gone = await lyceum.run(['course', 'source', 'show', slug])
  expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining('no git repository')])
})

test.each([
  ['ssh://git@git.invalid/knots.git', []],
  ['https://user:secret@git.invalid/knots.git', []],
  [url, ['--folder', '../other']],
  [url, ['--branch=-x']],
  [url, ['--format', 'shell']],
  [url, ['--credential-file', '/no/such/file']],
] as const)('course source set refuses %s %j', async (address, options) => {
  const { slug } = await givenTeam(api)
  const { code, stderr } = await lyceum.run(['course', 'source', 'set', slug, address, ...options])
  expect([code > 0, stderr]).toEqual([true, expect.not.stringContaining(':secret@')])
})

test('course import shows no password that stands in an address', async () => {
  const { code, stdout, stderr } = await lyceum.run(
    'course import https://user:s3cret@git.invalid/knots.git',
  )

  expect(code).toBeGreaterThan(0)
  expect(stderr).toContain('https://git.invalid/knots.git')
  expect(stdout + stderr).not.toContain('s3cret')
})
