import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** Starts a mail server that accepts everything, unless the options say otherwise. */
export async function startMailServer(port: number, options: SMTPServerOptions = {}) {
  let taken = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, _session, callback) => {
      stream.resume()
      stream.on('end', () => {
        taken += 1
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    /** Mails that it took, unless the options do. */
    taken: () => taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
