import { type DestinationStream, type Logger, pino } from 'pino'

/** Lines of JSON to the standard output, or to another file that is open. */
export function createLog(level: string, fileDescriptor = 1): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    writtenPerTurn(fileDescriptor),
  )
}

/**
 * What is logged in one turn of the event loop is written at its end by one system call; what is
 * left when the process exits, before it does.
 */
function writtenPerTurn(fileDescriptor: number): DestinationStream & { flushSync(): void } {
  let lines = ''
  let file = writer()

  function writer() {
    // A full disk costs lines, and not the service: with the writer goes what it would keep until
    // there is room.
    return pino.destination({ dest: fileDescriptor, sync: true }).on('error', () => {
      file = writer()
    })
  }

  function flushSync(): void {
    const written = lines
    lines = ''
    if (written !== '') file.write(written)
  }
  process.on('exit', flushSync)

  return {
    flushSync,
    write(line) {
      if (lines === '') setImmediate(flushSync)
      lines += line
    },
  }
}
