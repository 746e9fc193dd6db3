import { type DestinationStream, type Logger, pino } from 'pino'

/** Lines of JSON to the standard output, or wherever else `destination` is. */
export function createLog(level: string, destination: string | number = 1): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    writtenPerTurn(pino.destination({ dest: destination, sync: true })),
  )
}

/** What is logged in one turn of the event loop is written at its end by one system call; what is left when the process exits, before it does. */
function writtenPerTurn(file: DestinationStream): DestinationStream & { flushSync(): void } {
  let lines = ''
  function flushSync(): void {
    if (lines !== '') file.write(lines)
    lines = ''
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
