const lookMilliseconds = 1_000

/**
 * Returns memory that V8 would keep for a load that has passed. Takes some 200 ms, so it looks first
 * whether the process is busy; without `node --expose-gc` it does nothing.
 */
export function collectGarbage(): void {
  const before = performance.eventLoopUtilization()
  setTimeout(() => {
    if (performance.eventLoopUtilization(before).utilization < 0.5)
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, lookMilliseconds).unref()
}
