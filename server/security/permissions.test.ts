import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissions } from './permissions.ts'

test('docs/administration.md says which role and which keys have each permission', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/administration.md'), 'utf8')
  const documented = text
    .split('\n')
    .filter((line) => /^\| `[a-z-]+:[a-z]+` \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', means, ...has]) => [name.replaceAll('`', ''), means, ...has.slice(0, 4)])
  const actual = Object.entries(permissions).map(([name, { means, roles, forKeys }]) => {
    const has = (role: string) => ((roles as readonly string[]).includes(role) ? 'yes' : '')
    return [name, means, has('admin'), has('support'), has('finance'), forKeys ? 'yes' : '']
  })
  expect(documented).toEqual(actual)
})
