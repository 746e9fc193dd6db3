import { pino } from 'pino'
import { dropDatabase, withPostgres } from '../bench/setting.ts'

/*
 * Waits beside a benchmark, and drops its database when it ends, however it ends: also where it is
 * killed, or its terminal closed. The argument is the name of the database.
 */
const [, , name = ''] = process.argv
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => {
  void withPostgres(pino({ level: 'silent' }), (serverUrl) => dropDatabase(serverUrl, name))
})
process.send?.('waiting')
