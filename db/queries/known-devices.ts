import { and, count, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { knownDevices } from '../schema/index.ts'

type KnownDevice = typeof knownDevices.$inferSelect

export async function hasKnownAddress(db: Db, { userId, addressMac }: Pick<KnownDevice, 'userId' | 'addressMac'>): Promise<boolean> {
  const found = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.addressMac, addressMac)))
    .limit(1)
  return found.length === 1
}

export async function hasKnownAddresses(db: Db, userId: string): Promise<boolean> {
  const found = await db.select({ userId: knownDevices.userId }).from(knownDevices).where(eq(knownDevices.userId, userId)).limit(1)
  return found.length === 1
}

/** True for the first call with this address and device. */
export async function putKnownDevice(db: Db, device: KnownDevice): Promise<boolean> {
  const [put] = await db
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.addressMac, knownDevices.deviceMac],
      set: { lastSeenAt: device.lastSeenAt },
    })
    // Only a row that was inserted has no earlier version.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return put?.isNew === true
}

/** How many entries the user has, besides those of `noDevice`, and how many of them are of this device. */
export async function countKnownDevices(
  db: Db,
  { userId, deviceMac, noDevice }: Pick<KnownDevice, 'userId' | 'deviceMac'> & { noDevice: string },
): Promise<{ all: number; same: number }> {
  const [counted] = await db
    .select({ all: count(), same: sql<number>`count(*) filter (where ${knownDevices.deviceMac} = ${deviceMac})`.mapWith(Number) })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.deviceMac, noDevice)))
  return counted ?? { all: 0, same: 0 }
}

export async function deleteKnownDevicesOf(db: Db, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

export async function deleteKnownDevicesNotSeenSince(db: Db, at: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, at))
}
