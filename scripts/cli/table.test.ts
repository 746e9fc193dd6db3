import { expect, test } from 'vitest'
import { table } from './table.ts'

test('columns are aligned whatever script they contain', () => {
  const rows = [
    ['Ada', 'learner'],
    ['李明', 'admin'],
    ['नमस्ते', 'learner'],
  ]
  expect(table(['NAME', 'ROLE'], rows)).toBe(
    'NAME  ROLE\nAda   learner\n李明  admin\nनमस्ते   learner\n',
  )
})

test('text from others cannot control the terminal', () => {
  expect(table(['NAME'], [['\u001b[31mred\nnext\u202eline']])).toBe('NAME\n�[31mred�next�line\n')
})
