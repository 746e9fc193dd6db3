/** The command was called with something that it cannot take. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
