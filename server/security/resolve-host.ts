import { lookup, Resolver } from 'node:dns/promises'

interface DnsOptions {
  /** Default: 6 seconds, with which a message of 15 keeps enough for its receiver. */
  patienceMilliseconds?: number
  /** Default: the name servers of the system. */
  servers?: readonly string[]
}

/**
 * The addresses of a host, none if it has none or nothing answers in time. Asks over sockets: the
 * system's look-up would hold one of the process's few threads for as long as a name server hangs.
 * Knows no hosts file.
 */
export async function resolveByDns(
  host: string,
  { patienceMilliseconds = 6_000, servers }: DnsOptions = {},
): Promise<string[]> {
  const timeout = Math.ceil(patienceMilliseconds / 3)
  // A new one each time: it reads the name servers of the moment.
  const resolver = new Resolver({ timeout, maxTimeout: timeout, tries: 3 })
  if (servers !== undefined) resolver.setServers(servers)
  // Of several name servers each gets its tries; the answer is due all the same.
  const timer = setTimeout(() => resolver.cancel(), patienceMilliseconds)
  // IPv4 last: Node.js tries the last address the longest, and without IPv6 the others fail at once.
  const found = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)])
  clearTimeout(timer)
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

/**
 * Does the same, and where DNS has nothing, asks what the system knows: the hosts file, names of
 * containers.
 */
export async function resolveByDnsOrSystem(host: string, options?: DnsOptions): Promise<string[]> {
  const found = await resolveByDns(host, options)
  return found.length > 0 ? found : resolveBySystem(host)
}

/**
 * Resolves as every program of this machine does. A name server that hangs holds a thread
 * meanwhile.
 */
export async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
