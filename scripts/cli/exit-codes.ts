/** The exit codes of commands, for scripts that act on them. */
export const exitCodes = {
  succeeded: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  conflict: 4,
  unavailable: 5,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit codes in the help: one line each, 80 columns at most. */
export const exitCodeHelp = `Exit codes:
  0  success
  1  failed: any other reason, or a check that found something
  2  used incorrectly: a wrong command, option or value, or no confirmation
  3  not found: the user, course, purchase, certificate or file does not exist
  4  conflict: it is already done, taken, or not possible in the current state
  5  unavailable: the database, a provider or the browser does not respond`
