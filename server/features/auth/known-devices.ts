import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import {
  countKnownDevices,
  deleteKnownDevicesNotSeenSince,
  deleteKnownDevicesOf,
  hasKnownIp,
  hasKnownIps,
  putKnownDevice,
} from '../../../db/queries/sessions.ts'
import type { Context, Deps } from '../../context.ts'
import { deviceOf } from './device.ts'

/**
 * Nobody's id: what is asked for where there is no such account, so that the answer takes as long.
 */
export const nobody = '00000000-0000-0000-0000-000000000000'

type From = Pick<Context, 'db' | 'keys' | 'ip'>

/**
 * Whether the user has registered, verified the email, set a password or signed in from this
 * address before.
 */
export function isKnownIp(ctx: From, userId: string = nobody): Promise<boolean> {
  return hasKnownIp(ctx.db, {
    userId,
    ipMac: macOf(ctx, userId, `address\n${ctx.ip}`),
  })
}

/** Whether the user has known addresses, and this is none of them. */
export async function isUnknownLocation(ctx: From, userId: string): Promise<boolean> {
  return (await hasKnownIps(ctx.db, userId)) && !(await isKnownIp(ctx, userId))
}

/**
 * For who registers, and for who shows by a code or a password to be the user where others may have
 * come in: from now on this is a known address, the only one, and no device is known.
 */
export async function resetKnownDevices(ctx: Context, userId: string): Promise<void> {
  const ipMac = macOf(ctx, userId, `address\n${ctx.ip}`)
  await deleteKnownDevicesOf(ctx.db, userId)
  await putKnownDevice(ctx.db, {
    userId,
    ipMac,
    deviceMac: noDevice(ctx, userId),
    lastSeenAt: ctx.now(),
  })
}

/** Stands where a device does. */
function noDevice(ctx: Context, userId: string): string {
  return macOf(ctx, userId, 'no device')
}

/**
 * Remembers from where the user signs in. True when it is a device that was never seen before,
 * unless it is the first of all.
 */
export async function rememberDevice(ctx: Context, userId: string): Promise<boolean> {
  const ipMac = macOf(ctx, userId, `address\n${ctx.ip}`)
  const deviceMac = macOf(
    ctx,
    userId,
    `device\n${networkOf(ctx.ip)}\n${deviceOf(ctx.userAgent) ?? ''}`,
  )

  const isNew = await putKnownDevice(ctx.db, {
    userId,
    ipMac,
    deviceMac,
    lastSeenAt: ctx.now(),
  })
  if (!isNew) return false
  const known = await countKnownDevices(ctx.db, {
    userId,
    deviceMac,
    noDevice: noDevice(ctx, userId),
  })
  return known.same === 1 && known.all > 1
}

const millisecondsRemembered = 180 * 86_400_000

/** Who comes back after half a year comes from an unknown device. */
export async function forgetOldDevices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteKnownDevicesNotSeenSince(db, new Date(now().getTime() - millisecondsRemembered))
}

function macOf({ keys }: Pick<Context, 'keys'>, userId: string, what: string): string {
  return createHmac('sha256', Buffer.from(keys.codes, 'base64url'))
    .update(`known-device\n${userId}\n${what}`)
    .digest('hex')
}

/**
 * Telephones and homes get another address every few days, mostly out of the same network: an IPv4
 * /24, an IPv6 /48.
 */
export function networkOf(address: string): string {
  const [ip = ''] = address.split('/')
  if (!ipaddr.isValid(ip)) return address
  return ipaddr.parse(ip) instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${ip}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/48`).toString()}/48`
}
