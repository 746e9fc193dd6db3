import { BlockList, isIP, isIPv4 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine itself can have this IP. IPv4 within IPv6 counts as IPv4. */
export function isLoopbackIp(ip: string): boolean {
  return isIP(ip) !== 0 && loopback.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}

/**
 * Whether a host name leads to this machine wherever it is looked up (RFC 6761, 6.3). Takes IPv6
 * addresses with and without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackIp(name)
}
