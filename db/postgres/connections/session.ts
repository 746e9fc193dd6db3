import { Client, type ClientConfig } from 'pg'
import { describeHosts } from '../../../lib/database-url.ts'
import { ConnectionRefused } from '../failures.ts'
import { createPrimaryFinder, requirePrimary } from './primary.ts'

export interface SessionOptions
  extends Pick<ClientConfig, 'application_name' | 'query_timeout' | 'options'> {
  /** Names one host or several. */
  url: string
}

/**
 * Opens one connection to the host that takes writes, for work that needs its own session. Its
 * `options` reach PostgreSQL or make the connection fail: a pooler never drops them silently, nor
 * leaves them to others.
 * @throws ConnectionRefused
 */
export async function openSession(options: SessionOptions): Promise<Client> {
  try {
    return await open(options)
  } catch (error) {
    throw new ConnectionRefused(error, describeHosts(options.url))
  }
}

async function open({ url, options, ...settings }: SessionOptions): Promise<Client> {
  const found = await createPrimaryFinder({ url }).find()
  const client = new Client({
    ...settings,
    ...withOptions(found, options),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The running statement rejects when the connection dies; without a listener the process would
  // end as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requirePrimary(client, found)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Merges both: `pg` would replace the options with those of the URL. */
function withOptions(url: string, options: string | undefined): ClientConfig {
  if (options === undefined) return { connectionString: url }
  const extended = new URL(url)
  const own = extended.searchParams.get('options')
  if (own === null) return { connectionString: url, options }
  extended.searchParams.set('options', `${own} ${options}`)
  return { connectionString: extended.href }
}
