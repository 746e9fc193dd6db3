import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { blockListOf, readProxyRanges } from '../config/proxy-ranges.ts'

/**
 * The IP in an entry of X-Forwarded-For, which proxies also write with a port and in brackets:
 * IPv4 within IPv6 as IPv4, without a zone. Undefined where there is none.
 */
function readIp(entry: string): string | undefined {
  // By far the most requests: what follows costs a tenth of a small answer.
  if (isIPv4(entry)) return entry
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  const [, withPort] = /^([\d.]+):\d+$/.exec(entry) ?? []
  const [bare = ''] = (bracketed ?? withPort ?? entry).split('%', 1)
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

/** For Fastify: decides which entries of X-Forwarded-For are proxies of TRUST_PROXY. */
export function proxyTrust(setting: false | string): false | ((entry: string) => boolean) {
  if (setting === false) return false
  const proxies = blockListOf(readProxyRanges(setting) ?? [])
  return (entry) => {
    const ip = readIp(entry ?? '')
    return ip !== undefined && proxies.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
  }
}

/**
 * The client's IP: as the trusted proxies forward it, or the peer's where they forward something
 * else. Undefined once the connection is gone.
 */
export function clientIpOf(request: FastifyRequest): string | undefined {
  return readIp(request.ip ?? '') ?? readIp(request.socket.remoteAddress ?? '')
}

/** A request's client as limits count it, and as records name it. */
export function limitIpOf(request: FastifyRequest): string {
  return limitKeyOf(clientIpOf(request) ?? unspecified)
}

/** Stands for the IP of a client that has gone. */
const unspecified = '0.0.0.0'

/** An IPv4 address, or the /64 of one IPv6 subscriber. */
export function limitKeyOf(ip: string): string {
  if (isIPv4(ip)) return ip
  const parsed = ipaddr.process(readIp(ip) ?? unspecified)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
