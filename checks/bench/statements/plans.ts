import { Client } from 'pg'

/** A statement as sent to the database. */
export interface Sent {
  name: string | undefined
  text: string
  values: unknown[]
}

/** Queries of the process itself: whether it is in quarantine, and which server this is. */
const ofTheProcess = /from "quarantine"|pg_is_in_recovery\(|pg_current_wal_lsn\(/

/** The statements that the work sends, over whichever connection. One work at a time. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const { query } = Client.prototype
  function record(this: Client, asked: Partial<Sent> | string, ...rest: unknown[]): unknown {
    const { name, text = '', values = [] } = typeof asked === 'string' ? { text: asked } : asked
    sent.push({ name, text, values })
    return Reflect.apply(query, this, [asked, ...rest])
  }
  Object.assign(Client.prototype, { query: record })
  try {
    await work()
  } finally {
    Object.assign(Client.prototype, { query })
  }
  return sent.filter(({ text }) => !ofTheProcess.test(text))
}

/** The length of a statement's plan, and the tables and indexes it opens; zero for none. */
export async function planOf(
  client: Client,
  { text }: Pick<Sent, 'text'>,
): Promise<{ lines: number; relations: number }> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return { lines: 0, relations: 0 }
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan, costs off) ${text}`,
  )
  const lines = rows.map((row) => row['QUERY PLAN'])
  const opened = lines.flatMap((line) => line.match(/(?<=\b(?:on|using) )\w+/g) ?? [])
  return { lines: lines.length, relations: opened.length }
}
