import { BlockList, isIP, isIPv4 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const originPattern = '(localhost|[\\w.-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?'

/** An origin of this machine, as browsers send it: of a page, or of an app with its own scheme. */
export const loopbackOrigin = new RegExp(`^[a-z][\\w+.-]*://${originPattern}$`, 'i')

const loopbackPage = new RegExp(`^https?://${originPattern}(/[^\\s#@\\\\]*)?$`, 'i')

/** Whether a URL is a page of this machine, such as of a frontend in development. */
export function isLoopbackPage(url: string): boolean {
  return loopbackPage.test(url) && URL.canParse(url)
}

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
