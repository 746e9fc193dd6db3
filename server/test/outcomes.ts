/** Returns the error name that a tRPC call ends with; undefined if it succeeds. */
export function errorOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (error: { data: { error: string } }) => error.data.error,
  )
}
