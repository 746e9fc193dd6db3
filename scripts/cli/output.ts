import { once } from 'node:events'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { surroundings } from './surroundings.ts'

/** The result of a command. */
export interface CommandResult {
  /** Printed with `--json`: `{ items }` for a list, an object otherwise. */
  json: object
  /** Printed otherwise: whole lines for people. */
  text: string
  /** The command did not achieve what was requested: the exit code, 1 for `true`. */
  failed?: boolean | ExitCode
}

export interface OutputOptions {
  json?: true
}

/** Writes to stdout, which only this and write() do. */
export function show({ json, text, failed = false }: CommandResult, options: OutputOptions): void {
  const surrounding = surroundings()
  surrounding.stdout.write(options.json ? `${JSON.stringify(json, null, 2)}\n` : text)
  if (failed !== false) surrounding.exitCode = failed === true ? exitCodes.failed : failed
}

/** Writes a result that is too long to hold at once. */
export async function writeAll(parts: AsyncIterable<string>): Promise<undefined> {
  const { stdout } = surroundings()
  for await (const part of parts) if (!stdout.write(part)) await once(stdout, 'drain')
}

/** Returns a result that is said in one sentence. */
export function said(json: object, sentence: string): CommandResult {
  return { json, text: `${printable(sentence)}\n` }
}

/** Prints to stderr what the command is doing. */
export function progress(sentence: string): void {
  surroundings().stderr.write(`${printable(sentence)}\n`)
}

/** Makes text from others safe to print: one line, no terminal control characters. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    /[\u200c\u200d]/u.test(character) ? character : '\ufffd',
  )
}
