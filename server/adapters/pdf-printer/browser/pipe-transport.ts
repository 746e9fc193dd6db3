import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

/**
 * Carries DevTools messages over a pair of pipes, each ended by a NUL. Puppeteer's own ignores
 * errors once it closes, so that the last read from a killed browser would end the server.
 */
export function createPipeTransport(
  toBrowser: Writable,
  fromBrowser: Readable,
): ConnectionTransport {
  const transport: ConnectionTransport = {
    send(message) {
      toBrowser.write(`${message}\0`)
    },
    close() {
      toBrowser.destroy()
      fromBrowser.destroy()
    },
  }

  let unfinished = ''
  fromBrowser.setEncoding('utf8')
  fromBrowser.on('data', (chunk: string) => {
    const messages = (unfinished + chunk).split('\0')
    unfinished = messages.pop() ?? ''
    // Gives each a tick of the event loop: code that waits for one runs before the next arrives.
    for (const message of messages) setImmediate(() => transport.onmessage?.(message))
  })
  fromBrowser.on('close', () => setImmediate(() => transport.onclose?.()))

  // Ignores errors: the pipe closes after one, and that is handled.
  fromBrowser.on('error', () => undefined)
  toBrowser.on('error', () => undefined)
  return transport
}
