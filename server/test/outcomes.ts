/** The name of the error that a call over tRPC ends with; undefined where it succeeds. */
export function errorOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (error: { data: { error: string } }) => error.data.error,
  )
}
