import { hash } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { plannerSettings } from '../../../db/postgres/client.ts'
import { buildApp } from '../../../server/app.ts'
import { numberAfter, openService, withSetting } from '../setting.ts'
import { median, printHead, printRow, timesOf } from '../times.ts'
import { addresses, send } from './addresses.ts'
import { planOf, recordStatements, type Sent } from './plans.ts'

/*
 * `node checks/bench/statements/statements.ts [--times 400] [--each]`: what each address that a
 * learner's client calls by itself asks of the database: statements, characters, lines of their
 * plans, tables and indexes that these open, and the microseconds above a round trip. Each is timed
 * alone, in a transaction that is rolled back; what was inserted once is refused then. `--each`
 * shows them one by one.
 */
const times = numberAfter('--times', 400)

await withSetting('statements', async ({ databaseUrl, world }) => {
  const { deps, close } = await openService(databaseUrl, pino({ level: 'silent' }))
  const { server } = await buildApp(deps)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const client = new Client({ connectionString: databaseUrl, options: plannerSettings })
  await client.connect()
  client.on('error', () => undefined)
  const trip = await microsecondsOf({ name: 'trip', text: 'select $1::int', values: [1] })

  printHead(['statements', 'characters', 'plan lines', 'relations', 'µs above a round trip'])
  for (const [label, make] of Object.entries(addresses)) {
    const [first, second, ...others] = await make(world, address)
    if (first === undefined || second === undefined) throw new Error(`${label}: too few requests.`)
    for (const request of [first, second]) await send(address, request)
    const rows: number[][] = []
    for (const sent of await recordStatements(() => send(address, others[0] ?? second))) {
      const { lines, relations } = await planOf(client, sent)
      const microseconds = lines === 0 ? 0 : (await microsecondsOf(sent)) - trip
      rows.push([1, sent.text.length, lines, relations, microseconds])
      if (process.argv.includes('--each')) print(`  ${sent.name ?? sent.text}`, rows.at(-1) ?? [])
    }
    print(
      label,
      rows.reduce((sum, row) => row.map((value, at) => value + (sum[at] ?? 0)), []),
    )
  }
  await client.end()
  await server.close()
  await close()

  async function microsecondsOf({ name, text, values }: Omit<Sent, 'milliseconds'>) {
    const spent: number[] = []
    for (let time = 0; time < times; time++) {
      await client.query('begin')
      const [milliseconds = 0] = await timesOf(1, () =>
        client.query({ name: name ?? hash('md5', text), text, values }).catch(() => undefined),
      )
      await client.query('rollback')
      spent.push(milliseconds * 1_000)
    }
    return median(spent)
  }

  function print(label: string, row: number[]): void {
    printRow(
      label.slice(0, 60),
      row.map((value) => Math.round(value).toLocaleString('en')),
    )
  }
})
