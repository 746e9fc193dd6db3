import { setTimeout as sleep } from 'node:timers/promises'

/** The memory that JavaScript holds after a full garbage collection, in MB. */
export interface Held {
  heap: number
  /** The buffers, which lie outside the heap. */
  buffers: number
}

export interface Inspector {
  collectGarbage(): Promise<Held>
  close(): void
}

/** Connects to a process that was started with `--inspect=127.0.0.1:PORT`. */
export async function connectInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  const waiting = new Map<number, (result: unknown) => void>()
  let asked = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })

  async function ask<Result>(method: string): Promise<Result> {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method }))
    return promise.finally(() => waiting.delete(id)) as Promise<Result>
  }

  return {
    collectGarbage: async () => {
      // The first collection frees what the second then finds unreferenced.
      for (let count = 0; count < 2; count++) {
        await ask('HeapProfiler.collectGarbage')
        await sleep(200)
      }
      const { usedSize, backingStorageSize } = await ask<{
        usedSize: number
        backingStorageSize: number
      }>('Runtime.getHeapUsage')
      return { heap: usedSize / 2 ** 20, buffers: backingStorageSize / 2 ** 20 }
    },
    close: () => socket.close(),
  }
}
