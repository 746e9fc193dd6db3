import { type Logger, pino } from 'pino'
import { printable } from './output.ts'
import { surroundings } from './surroundings.ts'

/** Logs to stderr: sentences for the operator, JSON when debugging. */
export function terminalLog(level: string): Logger {
  if (level === 'debug' || level === 'trace')
    return pino({ level, base: null }, surroundings().stderr)
  const { stderr } = surroundings()
  return pino(
    { level, base: null },
    { write: (line) => stderr.write(`${printable(sentenceOf(line))}\n`) },
  )
}

function sentenceOf(line: string): string {
  const {
    level: _level,
    time: _time,
    msg,
    ...details
  } = JSON.parse(line) as Record<string, unknown>
  return Object.keys(details).length === 0 ? String(msg) : `${msg} ${JSON.stringify(details)}`
}
