/** Prints what a check found: `cookie: HttpOnly true`. */
export function say(subject: string, finding: string): void {
  process.stdout.write(`${subject}: ${finding}\n`)
}
