import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { givenCommandLine } from './test/command-line.ts'

describe('completions', () => {
  test('for bash know commands, options and choices', async () => {
    await using lyceum = await givenCommandLine()
    const script = join(lyceum.dataDir, 'completion.bash')
    await writeFile(script, (await lyceum.run(['completion', 'bash'])).stdout)
    const complete = (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const stdout = execFileSync('bash', [
        '-c',
        `source ${script}; COMP_WORDS=(lyceum ${line}); COMP_CWORD=${words.length}; ` +
          // biome-ignore lint/suspicious/noTemplateCurlyInString: bash expands it
          '_lyceum; echo "${COMPREPLY[@]}"',
      ]).toString()
      return stdout.trim().split(' ')
    }

    expect(complete('cou')).toEqual(['course', 'coupon'])
    expect(complete('user', '')).toEqual(expect.arrayContaining(['show', 'find', 'erase']))
    expect(complete('user', 'role', 'ada@example.com', 'a')).toEqual(['admin'])
    expect(complete('transaction', 'refund', 'ID', '--d')).toEqual(['--dry-run'])
  })

  test.each(['bash', 'zsh', 'fish'])('for %s name every command', async (shell) => {
    await using lyceum = await givenCommandLine()

    const { code, stdout } = await lyceum.run(['completion', shell])

    expect(code).toBe(0)
    for (const command of ['course import', 'user show', 'keys rotate', 'transaction mark-paid'])
      expect(stdout).toContain(command)
  })
})
