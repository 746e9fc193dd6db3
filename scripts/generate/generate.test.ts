import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runNode } from '../cli/test/run-node.ts'

test('the generated files are up to date', { timeout: 120_000 }, async () => {
  const ended = await runNode([join(import.meta.dirname, 'generate.ts'), '--check'])

  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
})
