import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { checkList, fileOf } from './check-list.ts'

const ownFiles = ['checks.ts', 'check-list.ts']
const foldersWithoutCheck = ['bench', 'support']

test('every check in the folder is in the list, and every listed one is there', () => {
  const present = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) =>
      entry.isDirectory()
        ? !foldersWithoutCheck.includes(entry.name)
        : !ownFiles.includes(entry.name) && !entry.name.endsWith('.test.ts'),
    )
    .map(({ name }) => basename(name, '.ts'))

  expect(present.sort()).toEqual(Object.keys(checkList).sort())
  const files = readdirSync(import.meta.dirname, { recursive: true })
  for (const name of Object.keys(checkList)) expect(files).toContain(fileOf(name))
})

test('each check says what it proves in one sentence on one line', () => {
  for (const { proves } of Object.values(checkList)) expect(proves).toMatch(/^[^\n]{20,90}\.$/)
})

// The academy gets no styles of files that git ignores: Tailwind reads none of them.
test.skipIf(!existsSync('.git'))('git ignores none of its own files', () => {
  const list = ['ls-files', '--cached', '--ignored', '--exclude-standard']
  expect(execFileSync('git', list, { encoding: 'utf8' })).toBe('')
})
