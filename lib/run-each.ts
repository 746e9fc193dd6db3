/**
 * Runs the steps one after another, even if an earlier one fails, and fails in the end with the
 * first failure: a failing step must not keep the others from their work.
 */
export async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
