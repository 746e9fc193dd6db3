/** Waits until the URL answers with a 2xx status; throws after a minute, or as many as given. */
export async function untilReady(url: string, { minutes = 1 } = {}): Promise<void> {
  const deadline = Date.now() + minutes * 60_000
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} did not become ready within ${minutes} min.`)
}
