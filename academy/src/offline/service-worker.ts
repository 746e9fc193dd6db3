/** Lets the built app start without a network. What was loaded before it came is kept as well. */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD) return
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage(loaded)
  } catch {
    // Private windows do without, and old browsers, which have none.
  }
}
