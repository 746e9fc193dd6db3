/** Prints what a check found: `cookie: HttpOnly true`. */
export function say(subject: string, finding: string): void {
  process.stdout.write(`${subject}: ${finding}\n`)
}

/** Prints what a check found; fails the check if that is wrong. */
export function report(isSo: boolean, subject: string, finding: string): void {
  say(subject, isSo ? finding : `FAILED: ${finding}`)
  if (!isSo) process.exitCode = 1
}

/** Reports a yes or no. */
export function confirm(what: string, isSo: boolean): void {
  report(isSo, what, isSo ? 'yes' : 'no')
}

/** Reports things that must not be there. */
export function reportNone(subject: string, found: readonly string[]): void {
  report(found.length === 0, subject, found.join('; ') || 'none')
}
