/**
 * Returns memory that V8 would keep for a load that has passed. Takes some 60 ms, so it is for
 * moments without traffic; without `node --expose-gc` it does nothing.
 */
export function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
