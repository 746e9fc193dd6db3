import { createInterface } from 'node:readline/promises'
import { printable } from './output.ts'
import { UsageError } from './usage-error.ts'

/**
 * Asks the operator at the terminal to type the word. Without a terminal the command needs `--yes`.
 */
export async function confirm(question: string, word: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new UsageError('error: This cannot be undone. Confirm with --yes.')

  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await terminal.question(`${printable(question)} Type "${word}" to continue: `)
    if (typed.trim() !== word) throw new UsageError('Canceled. Nothing was changed.')
  } finally {
    terminal.close()
  }
}
