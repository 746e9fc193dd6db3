import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runNode } from '../../scripts/cli/test/run-node.ts'

test.each(['bench', 'large-school', 'assessment', 'reports'])(
  '%s --help says what it does, and does nothing',
  async (name) => {
    const ended = await runNode([join(import.meta.dirname, `${name}.ts`), '--help'])

    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('--rounds') })
    expect(ended.stderr).not.toContain('Filling')
  },
)
