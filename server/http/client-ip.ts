import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whom the limits per address count: an IPv4 address, or the /64 that one subscriber of IPv6 has.
 */
export function limitKeyOf(ip: string): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`
}
