/**
 * A process that holds an embedded PostgreSQL, as the server does: `node hold.ts <data folder>
 * [settings as JSON]`. Prints `{"url"}` or `{"error"}`. When its input ends, or on SIGINT or
 * SIGTERM, it drains (one more query), leaves, and has to end by itself.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { destination, pino } from 'pino'
import { startEmbeddedPostgres } from '../embedded.ts'

const [dataDir = '', settings = '{}'] = process.argv.slice(2)
const farewell = Promise.race([
  once(process, 'SIGINT'),
  once(process, 'SIGTERM'),
  once(process.stdin.resume(), 'end'),
])

try {
  const database = await startEmbeddedPostgres({
    dataDir,
    settings: JSON.parse(settings),
    log: pino(destination(2)),
  })
  print({ url: database.url })

  await farewell
  await sleep(100)
  const client = new Client(database.url)
  await client.connect()
  await client.query('select 1')
  await client.end()
  await database.stop()
  print({ drained: true })
} catch (error) {
  print({ error: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
} finally {
  process.stdin.destroy()
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
