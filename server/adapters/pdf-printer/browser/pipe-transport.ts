import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

/**
 * DevTools messages over a pair of pipes, each ended by a NUL. Puppeteer's own stops listening for
 * errors when it closes, so that the last read from a browser that was killed would end the server.
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
    // One tick of the event loop each: code that waits for a message runs before the next arrives.
    for (const message of messages) setImmediate(() => transport.onmessage?.(message))
  })
  fromBrowser.on('close', () => setImmediate(() => transport.onclose?.()))

  // A pipe closes after an error, and the close is handled.
  fromBrowser.on('error', () => undefined)
  toBrowser.on('error', () => undefined)
  return transport
}
