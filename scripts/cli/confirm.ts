import { createInterface } from 'node:readline/promises'
import { printable } from './outcome.ts'
import { UsageError } from './usage-error.ts'

/**
 * Goes on only when whoever sits at the terminal types the word. Where nobody does, the command
 * wants `--yes`.
 */
export async function confirm(question: string, word: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('error: this cannot be made undone: say --yes')

  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await terminal.question(`${printable(question)} Type "${word}" to go on: `)
    if (typed.trim() !== word) throw new UsageError('Nothing was done.')
  } finally {
    terminal.close()
  }
}
