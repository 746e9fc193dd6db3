import { expect, test } from 'vitest'
import { table } from './table.ts'

test('columns stand below each other whatever script is in them', () => {
  const rows = [
    ['Ada', 'learner'],
    ['李明', 'admin'],
    ['नमस्ते', 'learner'],
  ]
  expect(table(['NAME', 'ROLE'], rows)).toBe(
    'NAME  ROLE\nAda   learner\n李明  admin\nनमस्ते   learner\n',
  )
})

test('what others wrote has no power over the terminal', () => {
  expect(table(['NAME'], [['\u001b[31mred\nnext\u202eline']])).toBe('NAME\n�[31mred�next�line\n')
})
