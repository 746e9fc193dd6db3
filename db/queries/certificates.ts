import { and, asc, desc, eq, getTableColumns, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { certificateFiles, certificates } from '../schema/index.ts'

export type CertificateRow = typeof certificates.$inferSelect

/** True when it is new, false when the learner has one for this course already. */
export async function insertCertificate(db: Db, certificate: typeof certificates.$inferInsert): Promise<boolean> {
  const inserted = await db.insert(certificates).values(certificate).onConflictDoNothing().returning({ id: certificates.id })
  return inserted.length === 1
}

export async function findCertificateOf(db: Db, userId: string, courseId: string): Promise<CertificateRow | undefined> {
  const [certificate] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.userId, userId), eq(certificates.courseId, courseId), ne(certificates.status, 'superseded')))
  return certificate
}

export async function findCertificateByCode(db: Db, code: string): Promise<CertificateRow | undefined> {
  const [certificate] = await db.select().from(certificates).where(eq(certificates.code, code))
  return certificate
}

export async function findCertificate(db: Db, id: string): Promise<CertificateRow | undefined> {
  const [certificate] = await db.select().from(certificates).where(eq(certificates.id, id))
  return certificate
}

/** Newest first, those older than `before`, each with whether its PDF is printed. */
export async function listCertificates(
  db: Db,
  { userId, before, limit }: { userId: string; before: string | undefined; limit: number },
): Promise<(CertificateRow & { hasFile: boolean })[]> {
  return db
    .select({ ...getTableColumns(certificates), hasFile: sql<boolean>`${certificateFiles.certificateId} is not null` })
    .from(certificates)
    .leftJoin(certificateFiles, eq(certificateFiles.certificateId, certificates.id))
    .where(and(eq(certificates.userId, userId), before === undefined ? undefined : lt(certificates.id, before)))
    .orderBy(desc(certificates.id))
    .limit(limit)
}

/** True for the first call only. */
export async function claimCertificate(db: Db, id: string, at: Date): Promise<boolean> {
  const claimed = await db
    .update(certificates)
    .set({ claimedAt: at })
    .where(and(eq(certificates.id, id), isNull(certificates.claimedAt)))
    .returning({ id: certificates.id })
  return claimed.length === 1
}

/** The revoked certificate; undefined when there is no issued one with this code. */
export async function markRevoked(db: Db, code: string, { reason, at }: { reason: string; at: Date }): Promise<CertificateRow | undefined> {
  const [revoked] = await db
    .update(certificates)
    .set({ status: 'revoked', revokedAt: at, revocationReason: reason })
    .where(and(eq(certificates.code, code), eq(certificates.status, 'issued')))
    .returning()
  return revoked
}

/** Keeps the first file: what was printed once is never replaced. */
export async function insertCertificateFile(db: Db, file: typeof certificateFiles.$inferInsert): Promise<void> {
  await db.insert(certificateFiles).values(file).onConflictDoNothing()
}

export async function findCertificateFile(db: Db, certificateId: string): Promise<Uint8Array | undefined> {
  const [file] = await db
    .select({ pdf: certificateFiles.pdf })
    .from(certificateFiles)
    .where(eq(certificateFiles.certificateId, certificateId))
  return file?.pdf
}

export async function hasCertificateFile(db: Db, certificateId: string): Promise<boolean> {
  return (await db.$count(certificateFiles, eq(certificateFiles.certificateId, certificateId))) === 1
}

/** Certificates that were issued before and have no file, the oldest first. */
export async function listUnprintedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: certificates.id })
    .from(certificates)
    .leftJoin(certificateFiles, eq(certificateFiles.certificateId, certificates.id))
    .where(and(isNull(certificateFiles.certificateId), lt(certificates.issuedAt, before)))
    .orderBy(asc(certificates.issuedAt))
    .limit(limit)
  return found.map(({ id }) => id)
}
