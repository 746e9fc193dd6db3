import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Family = 'ipv4' | 'ipv6'
export type IpRange = [network: string, prefix: number, family: Family]

const named: Record<string, IpRange[]> = {
  loopback: [
    ['127.0.0.0', 8, 'ipv4'],
    ['::1', 128, 'ipv6'],
  ],
  linklocal: [
    ['169.254.0.0', 16, 'ipv4'],
    ['fe80::', 10, 'ipv6'],
  ],
  uniquelocal: [
    ['10.0.0.0', 8, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['192.168.0.0', 16, 'ipv4'],
    ['fc00::', 7, 'ipv6'],
  ],
}

/** Widest ranges that can be somebody's own network: 10.0.0.0/8 and fc00::/7. */
const shortestPrefix = { ipv4: 8, ipv6: 7 } as const

/** Reads TRUST_PROXY; undefined if a part is no range, or wider than a network. */
export function readProxyRanges(text: string): IpRange[] | undefined {
  const ranges = text.split(',').map((part) => rangesOf(part.trim()))
  return ranges.every((found) => found !== undefined) ? ranges.flat() : undefined
}

function rangesOf(part: string): IpRange[] | undefined {
  if (Object.hasOwn(named, part)) return named[part]
  const range = readRange(part)
  return range === undefined || range[1] < shortestPrefix[range[2]] ? undefined : [range]
}

/** Reads an IP or a range, in CIDR notation: IPv4 within IPv6 as IPv4. */
export function readRange(part: string): IpRange | undefined {
  const range = part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`
  // Refuses what only ipaddr.js reads, such as 10/8 and octal numbers.
  if (isIP(range.split('/', 1)[0] ?? '') === 0 || !ipaddr.isValidCIDR(range)) return undefined

  const [address, prefix] = ipaddr.parseCIDR(range)
  const [network, length] = withoutMapping(address, prefix)
  return [network.toString(), length, network.kind()]
}

/** Turns IPv4 within IPv6 into IPv4, so that all of ::ffff:0:0/96 counts as all of IPv4. */
function withoutMapping(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  prefix: number,
): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, prefix]
  return [address.toIPv4Address(), Math.max(0, prefix - 96)]
}

export function blockListOf(ranges: readonly IpRange[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(...range)
  return list
}
