import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  /** Mails that it took. */
  taken(): number
  close(): Promise<void>
}

/** A mail server that takes what comes, unless the options do something else with it. */
export async function startMailServer(
  port: number,
  options: SMTPServerOptions = {},
): Promise<MailServer> {
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
    taken: () => taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
