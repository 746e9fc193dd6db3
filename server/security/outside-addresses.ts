import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { resolveBySystem } from './resolve-host.ts'

/** Signals a host that this service must not connect to, or that has no address. */
export class NotOutside extends Error {
  override readonly name = 'NotOutside'
  readonly reason: 'inner' | 'unknown'

  constructor(reason: 'inner' | 'unknown') {
    super(
      reason === 'inner'
        ? 'the address leads into a private network: give one that is public'
        : 'there is no such host: check the address',
    )
    this.reason = reason
  }
}

interface ResolveOptions {
  /** Allows private addresses, too: for development, or a host of your own network. */
  allowPrivate?: boolean | undefined
  /** Default: the system's resolver. */
  resolve?: ((host: string) => Promise<string[]>) | undefined
}

/**
 * Returns a host's addresses that may be connected to. Connect to one of these, not to the name: a
 * second look-up could lead elsewhere.
 * @throws NotOutside
 */
export async function resolveOutside(
  host: string,
  { allowPrivate = false, resolve = resolveBySystem }: ResolveOptions = {},
): Promise<[string, ...string[]]> {
  const name = canonicalHost(host)
  if (name === undefined) throw new NotOutside('unknown')
  const found = isIP(name) === 0 ? await resolve(name) : [name]
  const [first, ...others] = allowPrivate ? found : found.filter(isOutside)
  if (first === undefined) throw new NotOutside(found.length === 0 ? 'unknown' : 'inner')
  return [first, ...others]
}

/**
 * Whether an IP address belongs to the public internet, except those that stand for another address
 * (mapped, NAT64, 6to4, Teredo): where they lead is for others to decide.
 */
export function isOutside(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  if (ip.range() !== 'unicast') return false
  if (ip instanceof ipaddr.IPv4) return !innerIPv4.some((range) => ip.match(range))
  // Allows all that was ever given out; the rest is reserved, old or local.
  return ip.match(globalIPv6) && !innerIPv6.some((range) => ip.match(range))
}

const innerIPv4 = ['0.0.0.0/8', '192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
)
const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')
const innerIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
)

/** Writes a host as URLs read it: `0x7f.1`, `2130706433` and `127.0.0.1` are one address. */
function canonicalHost(host: string): string | undefined {
  const isBareIPv6 = isIP(host) === 6
  const url = `http://${isBareIPv6 ? `[${host}]` : host}/`
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  if (port !== '') return undefined
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
