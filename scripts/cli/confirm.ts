import { createInterface } from 'node:readline/promises'
import { type Deps, rehearse } from '../../server/context.ts'
import { UsageError } from './command-errors.ts'
import { type CommandResult, printable } from './output.ts'
import { surroundings } from './surroundings.ts'

/** The options of commands whose effect cannot be undone. */
export interface CautionOptions {
  yes?: true
  dryRun?: true
}

type Work = (deps: Deps) => Promise<CommandResult>

/** The question, undefined where nothing is lost, and the word to type to continue. */
interface Asked {
  question: string | undefined
  word: string
}

/**
 * Makes a change that cannot be undone: with `--dry-run` it is rolled back, otherwise it is
 * confirmed first, by `--yes` or at the terminal. `open` gives it the data.
 */
export async function changeWithCare(
  open: (work: Work) => Promise<CommandResult>,
  { yes, dryRun }: CautionOptions,
  { question, word }: Asked,
  change: Work,
): Promise<CommandResult> {
  if (dryRun) return asRehearsed(await open((deps) => rehearse(deps, change)))
  if (!yes && question !== undefined) await confirm(question, word)
  return open(change)
}

/** The result of something that was not done. */
export function asRehearsed({ json, text, ...rest }: CommandResult): CommandResult {
  return {
    ...rest,
    json: { ...json, dryRun: true },
    text: `${text}\nThis was a dry run: nothing was changed.\n`,
  }
}

/**
 * Asks the operator at the terminal to type the word. Without a terminal the command needs `--yes`.
 */
export async function confirm(question: string, word: string): Promise<void> {
  const { stdin, stderr } = surroundings()
  if (!stdin.isTTY) throw new UsageError('error: This cannot be undone. Confirm with --yes.')

  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    const typed = await terminal.question(`${printable(question)} Type "${word}" to continue: `)
    if (typed.trim() !== word) throw new UsageError('Canceled. Nothing was changed.')
  } finally {
    terminal.close()
  }
}
