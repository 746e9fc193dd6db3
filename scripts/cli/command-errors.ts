/** The command was used incorrectly: the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Something else does not respond: the exit code is 5. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/** Thrown where something is done already, or not possible in its state: the exit code is 4. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}
