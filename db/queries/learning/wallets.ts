import { and, eq, getTableColumns, gt, isNull, lt } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import type { Db } from '../../postgres/client.ts'
import { certificates } from '../../schema/learning/certificates.ts'
import { walletOffers } from '../../schema/learning/wallets.ts'
import type { CertificateRow } from './certificates.ts'

type WalletOffer = typeof walletOffers.$inferSelect

export async function insertWalletOffer(
  db: Db,
  offer: Omit<WalletOffer, 'tokenHash'>,
): Promise<void> {
  await db.insert(walletOffers).values(offer)
}

/** Takes an offer for a token; false if it was taken before or has expired. */
export async function takeWalletOffer(
  db: Db,
  {
    codeHash,
    now,
    ...taken
  }: Pick<WalletOffer, 'codeHash' | 'expiresAt'> & {
    tokenHash: string
    now: Date
  },
): Promise<boolean> {
  const { rowCount } = await db
    .update(walletOffers)
    .set(taken)
    .where(
      and(
        eq(walletOffers.codeHash, codeHash),
        isNull(walletOffers.tokenHash),
        gt(walletOffers.expiresAt, now),
      ),
    )
  return rowCount === 1
}

/** Finds the certificate that a token is for, unless it has expired. */
export async function findOfferedCertificate(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<CertificateRow | undefined> {
  const [certificate] = await db
    .select(getTableColumns(certificates))
    .from(walletOffers)
    .innerJoin(certificates, eq(certificates.id, walletOffers.certificateId))
    .where(and(eq(walletOffers.tokenHash, tokenHash), gt(walletOffers.expiresAt, now)))
  return certificate
}

export async function deleteWalletOffersBefore(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, walletOffers, lt(walletOffers.expiresAt, before))
}
