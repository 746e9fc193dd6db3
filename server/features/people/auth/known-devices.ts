import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import * as stored from '../../../../db/queries/people/sessions.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Context, Deps } from '../../../context.ts'
import { sameMac } from '../../../security/one-time-codes.ts'

/** Nobody's id, looked up if there is no account, so that the answer takes as long. */
export const nobody = '00000000-0000-0000-0000-000000000000'

type From = Pick<Context, 'db' | 'keys' | 'ip'>

/**
 * Whether the user has verified the email, set a password or signed in from this IP before. The IP
 * that registered is not known yet: it may be a stranger's.
 */
export function isKnownIp(ctx: From, userId: string = nobody): Promise<boolean> {
  return stored.hasKnownIp(ctx.db, {
    userId,
    ipMac: macOf(ctx, userId, `address\n${ctx.ip}`),
  })
}

/** Whether the user has known IPs, and this is not one of them. */
export async function isUnknownLocation(ctx: From, userId: string): Promise<boolean> {
  return (await stored.hasKnownIps(ctx.db, userId)) && !(await isKnownIp(ctx, userId))
}

/** Returns what recognizes the registrant until the email is verified, without storing the IP. */
export function registrantMacOf(ctx: Pick<Context, 'keys' | 'ip'>, userId: string): string {
  return macWith(ctx.keys.codes, userId, registrant(ctx))
}

/** Whether the request comes from the IP that registered the account, not verified so far. */
export function isRegistrant(
  ctx: Pick<Context, 'keys' | 'ip'>,
  { id, registrantMac }: Pick<UserRow, 'id' | 'registrantMac'>,
): boolean {
  if (registrantMac === null) return false
  return ctx.keys.allCodes.some((key) => sameMac(registrantMac, macWith(key, id, registrant(ctx))))
}

function registrant({ ip }: Pick<Context, 'ip'>): string {
  return `registrant\n${ip}`
}

/**
 * Forgets all devices and IPs but this one, once a user has proven ownership, by a code or the
 * password, after strangers may have had access.
 */
export async function resetKnownDevices(ctx: Context, userId: string): Promise<void> {
  const ipMac = macOf(ctx, userId, `address\n${ctx.ip}`)
  await stored.deleteKnownDevicesOf(ctx.db, userId)
  await stored.putKnownDevice(ctx.db, {
    userId,
    ipMac,
    deviceMac: noDevice(ctx, userId),
    lastSeenAt: ctx.now(),
  })
}

/** Returns a stand-in for a device in entries that only make an IP known. */
function noDevice(ctx: Context, userId: string): string {
  return macOf(ctx, userId, 'no device')
}

/**
 * Remembers where the user signs in. Returns true for a new device, unless it is the first. After
 * it the account's sign-ins are serialized: their devices and sessions are counted.
 */
export async function rememberDevice(
  ctx: Context,
  userId: string,
  device: string | null,
): Promise<boolean> {
  const ipMac = macOf(ctx, userId, `address\n${ctx.ip}`)
  const deviceMac = macOf(ctx, userId, `device\n${networkOf(ctx.ip)}\n${device ?? ''}`)

  const entry = { userId, ipMac, deviceMac, lastSeenAt: ctx.now() }
  if (!(await stored.putDeviceInTurn(ctx.db, entry))) return false
  const counted = { userId, deviceMac, noDevice: noDevice(ctx, userId) }
  let known = await stored.countKnownDevices(ctx.db, counted)
  if (known.entries > maxKnownDevices) {
    await stored.deleteOldestKnownDevices(ctx.db, userId, maxKnownDevices)
    known = await stored.countKnownDevices(ctx.db, counted)
  }
  return known.same === 1 && known.all > 1
}

/** Devices remembered per account: the latest seen. */
const maxKnownDevices = 50

const millisecondsRemembered = 180 * 86_400_000

/** Forgets devices that were not used for half a year. */
export async function forgetOldDevices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await stored.deleteKnownDevicesNotSeenSince(
    db,
    new Date(now().getTime() - millisecondsRemembered),
  )
}

function macOf({ keys }: Pick<Context, 'keys'>, userId: string, what: string): string {
  return macWith(keys.codes, userId, what)
}

function macWith(key: string, userId: string, what: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`known-device\n${userId}\n${what}`)
    .digest('hex')
}

/**
 * Returns the network of an IP: an IPv4 /24, an IPv6 /48. Phones and homes get a new IP every few
 * days, mostly within it.
 */
export function networkOf(ip: string): string {
  const [host = ''] = ip.split('/')
  if (!ipaddr.isValid(host)) return ip
  return ipaddr.parse(host) instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${host}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/48`).toString()}/48`
}
