import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { blockListOf, type IpRange, readRange } from './proxy-ranges.ts'
import { partsOf } from './shapes.ts'

/** Widest range that a school can own, and longest prefix: limits count IPv6 by its /64. */
const bounds = { ipv4: [8, 32], ipv6: [32, 64] } as const

/** Usual prefixes: wider ranges most likely exempt more than a school. */
const usual = { ipv4: 16, ipv6: 48 } as const

/** The setting LIMIT_EXEMPT_NETWORKS. */
export const exemptNetworks = z.string().transform((text, context): IpRange[] =>
  partsOf(text, ',').flatMap((part) => {
    const range = readRange(part)
    const fault = faultOf(range)
    if (range !== undefined && fault === undefined) return [range]
    context.addIssue(fault ?? '')
    return []
  }),
)

function faultOf(range: IpRange | undefined): string | undefined {
  if (range === undefined)
    return 'must be IP ranges like 198.51.100.0/24 or 2001:db8:7::/48, separated by commas'
  const [network, length, family] = range
  const [shortest, longest] = bounds[family]
  if (length < shortest || network === '0.0.0.0' || network === '::')
    return `must be networks of your own: at least /${shortest} of ${nameOf(family)}, not everybody`
  if (length > longest)
    return `limits count ${nameOf(family)} by its /${longest}: name that, nothing longer`
  return undefined
}

/** Lists what an operator should have decided on purpose. */
export function exemptionWarnings(
  ranges: readonly IpRange[],
  { trustsProxy }: { trustsProxy: boolean },
): string[] {
  const wide = ranges.find(([, length, family]) => length < usual[family])
  const networks = blockListOf(ranges)
  const holdsThisMachine = networks.check('127.0.0.1', 'ipv4')
  return [
    ...(wide === undefined
      ? []
      : [
          `LIMIT_EXEMPT_NETWORKS: a network wider than /${usual[wide[2]]} of ${nameOf(wide[2])} ` +
            'exempts more than a school from limits by IP address',
        ]),
    ...(holdsThisMachine && !trustsProxy
      ? [
          'LIMIT_EXEMPT_NETWORKS: holds this machine, so a proxy on it exempts everybody; name ' +
            'the proxy in TRUST_PROXY',
        ]
      : []),
  ]
}

function nameOf(family: 'ipv4' | 'ipv6'): string {
  return family === 'ipv4' ? 'IPv4' : 'IPv6'
}

/** Whether a client, as limits count it (an IPv4 address or a /64), is in one of the networks. */
export function exemptionOf(ranges: readonly IpRange[]): (who: string) => boolean {
  if (ranges.length === 0) return () => false
  const networks = blockListOf(ranges)
  return (who) => {
    const [ip = ''] = who.split('/', 1)
    return networks.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
  }
}
