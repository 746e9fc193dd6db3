import type { Client } from 'pg'
import { describeHosts } from '../../../lib/database-url.ts'
import { SessionPooled } from '../failures.ts'
import { openSession } from './session.ts'

/**
 * Overrides a role's timeouts for requests, which would end long statements. The session of a
 * killed process must neither work on nor hold a lock.
 */
const settings = {
  statement_timeout: '0',
  idle_session_timeout: '0',
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
}

/**
 * Opens a connection for long work and session locks; the signal ends it, whatever it does. A
 * pooler refuses its settings or drops them, and would leave the locks to the next caller.
 * @throws ConnectionRefused, SessionPooled
 */
export async function openLongSession(url: string, signal?: AbortSignal): Promise<Client> {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const client = await openSession({
    url,
    application_name: 'lyceum-migrate',
    options: options.join(' '),
  })
  const end = () => client.end()
  signal?.addEventListener('abort', end, { once: true })
  client.once('end', () => signal?.removeEventListener('abort', end))
  try {
    signal?.throwIfAborted()
    await requireSettings(client, url)
    await noticeLostClients(client)
    return client
  } catch (error) {
    await end()
    throw error
  }
}

async function requireSettings(client: Client, url: string): Promise<void> {
  const { rows } = await client.query(
    "select source from pg_settings where name = 'idle_session_timeout'",
  )
  if (rows[0]?.source !== 'client') throw new SessionPooled(describeHosts(url))
}

/** Sets this separately: servers on Windows refuse it, and with it the whole connection. */
async function noticeLostClients(client: Client): Promise<void> {
  await client.query(`do $$ begin
    perform set_config('client_connection_check_interval', '5s', false);
  exception when invalid_parameter_value then null;
  end $$`)
}
