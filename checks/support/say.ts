/** Prints what a check found: `cookie: HttpOnly true`. */
export function say(subject: string, finding: string): void {
  process.stdout.write(`${subject}: ${finding}\n`)
}

/** Prints what a check found; the check fails where that is not as it must be. */
export function report(isSo: boolean, subject: string, finding: string): void {
  say(subject, isSo ? finding : `FAILED: ${finding}`)
  if (!isSo) process.exitCode = 1
}

/** The same for what is so or not. */
export function confirm(what: string, isSo: boolean): void {
  report(isSo, what, isSo ? 'yes' : 'no')
}

/** What must not be there, if it is. */
export function reportNone(subject: string, found: readonly string[]): void {
  report(found.length === 0, subject, found.join('; ') || 'none')
}
