/** Work took longer than it may. It is not stopped, only no longer waited for. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Returns the result of the work, or rejects once it takes too long. */
export async function withDeadline<Result>(
  milliseconds: number,
  work: Promise<Result>,
  whenLate: () => Error = () => new DeadlineExceeded(`not done within ${milliseconds} ms`),
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(whenLate()), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
