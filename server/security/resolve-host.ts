import { lookup, Resolver } from 'node:dns/promises'

interface DnsOptions {
  /** Default: 6 seconds, which leaves a message of 15 enough for its receiver. */
  patienceMilliseconds?: number
  /** Default: the system's name servers. */
  servers?: readonly string[]
}

/**
 * Returns a host's addresses, none if it has none or nothing answers in time. Asks over sockets:
 * the system's look-up would hold one of the process's few threads while a name server hangs. Knows
 * no hosts file.
 */
export async function resolveByDns(
  host: string,
  { patienceMilliseconds = 6_000, servers }: DnsOptions = {},
): Promise<string[]> {
  const timeout = Math.ceil(patienceMilliseconds / 3)
  // Creates one each time, to read the current name servers.
  const resolver = new Resolver({ timeout, maxTimeout: timeout, tries: 3 })
  if (servers !== undefined) resolver.setServers(servers)
  // Gives up when due, although each of several name servers gets its tries.
  const timer = setTimeout(() => resolver.cancel(), patienceMilliseconds)
  // Puts IPv4 last: Node.js tries the last address longest, and without IPv6 others fail at once.
  const found = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)])
  clearTimeout(timer)
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

/** Does the same, and if DNS has nothing, asks the system: the hosts file, names of containers. */
export async function resolveByDnsOrSystem(host: string, options?: DnsOptions): Promise<string[]> {
  const found = await resolveByDns(host, options)
  return found.length > 0 ? found : resolveBySystem(host)
}

/**
 * Resolves as every program of this machine does. A hanging name server holds a thread meanwhile.
 */
export async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
