/** What a command has to say when it is done. */
export interface Outcome {
  /** With `--json`: `{ items }` of a list, an object otherwise. */
  json: object
  /** Without: whole lines for people. */
  text: string
  /** There is a result, but not the one that was asked for: the exit code is 1. */
  failed?: boolean
}

export interface OutputOptions {
  json?: true
}

export const jsonOption = ['--json', 'print the result as one JSON document'] as const

/** The only writer of stdout. */
export function show({ json, text, failed = false }: Outcome, options: OutputOptions): void {
  process.stdout.write(options.json ? `${JSON.stringify(json, null, 2)}\n` : text)
  if (failed) process.exitCode = 1
}

/** Says on stderr what is being done. */
export function progress(sentence: string): void {
  process.stderr.write(`${printable(sentence)}\n`)
}

/** Text that others wrote, on one line and without power over the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    /[\u200c\u200d]/u.test(character) ? character : '\ufffd',
  )
}
