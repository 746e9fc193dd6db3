import { type DestinationStream, type Logger, pino } from 'pino'

export interface LogOptions {
  /** Default: the standard output. */
  fileDescriptor?: number
  /** Is called for each line, and added to it. */
  fields?: () => object
}

/** Logs lines of JSON to an open file. */
export function createLog(level: string, { fileDescriptor = 1, fields }: LogOptions = {}): Logger {
  return pino(
    {
      level,
      ...(fields !== undefined && { mixin: fields }),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    writtenPerTurn(fileDescriptor),
  )
}

/**
 * Writes all lines of one tick of the event loop with one system call at its end, and the last ones
 * before the process exits.
 */
function writtenPerTurn(fileDescriptor: number): DestinationStream & { flushSync(): void } {
  let lines = ''
  let file = writer()

  function writer() {
    // A full disk costs lines, not the service: a new writer drops what the old one would keep.
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
