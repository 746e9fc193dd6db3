import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A client as limits by IP count it: an IPv4 address, or the /64 of one IPv6 subscriber. */
export function limitKeyOf(ip: string): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip
  const parsed = ipaddr.process(ip)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
