/** Work took longer than it may. It is not stopped, only waited for no longer. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** The result of the work, or a rejection when that takes longer. */
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
