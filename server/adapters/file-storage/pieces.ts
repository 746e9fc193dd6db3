/**
 * Cuts a stream into pieces of exactly this size; the last may be shorter. Holds one piece at a
 * time. An empty stream is one empty piece.
 */
export async function* piecesOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(size)
  let filled = 0
  let hasAny = false
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(size - filled, chunk.length - at)
      piece.set(chunk.subarray(at, at + taken), filled)
      at += taken
      filled += taken
      if (filled < size) continue
      yield piece
      hasAny = true
      // Allocates new memory, as the taker may still be sending the old.
      piece = Buffer.allocUnsafe(size)
      filled = 0
    }
  }
  if (filled > 0 || !hasAny) yield piece.subarray(0, filled)
}

/** Passes a stream on, remembering what it throws apart from what its taker throws. */
export function watchSource(bytes: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>
  failure: () => { error: unknown } | undefined
} {
  let failure: { error: unknown } | undefined
  async function* watched(): AsyncGenerator<Uint8Array> {
    const source = bytes[Symbol.asyncIterator]()
    let isDone = false
    try {
      while (true) {
        const next = await source.next().catch((error: unknown) => {
          isDone = true
          failure = { error }
          throw error
        })
        if (next.done === true) {
          isDone = true
          return
        }
        yield next.value
      }
    } finally {
      if (!isDone) await source.return?.()
    }
  }
  return { bytes: watched(), failure: () => failure }
}
