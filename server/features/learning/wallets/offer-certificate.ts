import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import {
  deleteWalletOffersBefore,
  insertWalletOffer,
} from '../../../../db/queries/learning/wallets.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { hasExpired } from '../certificates/validity/validity.ts'
import { findByTypedCode, isNameUnconfirmed } from '../certificates/verify-certificate.ts'
import { configurationIds, preAuthorizedGrant } from './issuer-metadata.ts'
import type { OfferCertificateInput, WalletOffer } from './schema.ts'
import { hashOf, makeSecret, minutesFrom } from './secrets.ts'

const minutesOfOffer = 10

/** Offers the learner's own certificate to whichever wallet takes the offer first. */
export async function offerCertificate(
  ctx: UserContext,
  { code: typed }: OfferCertificateInput,
): Promise<WalletOffer> {
  const certificate = await findByTypedCode(ctx, typed)
  // Answers as for a code that was never issued.
  if (certificate.userId !== ctx.user.id) throw new AppError('CertificateNotFound')
  if (!(await isOffered(ctx, certificate))) throw new AppError('CertificateNotOffered')

  const code = makeSecret()
  const expiresAt = minutesFrom(ctx.now(), minutesOfOffer)
  await insertWalletOffer(ctx.db, {
    codeHash: hashOf(code),
    certificateId: certificate.id,
    userId: ctx.user.id,
    expiresAt,
  })
  const offer = {
    credential_issuer: ctx.config.publicUrl,
    credential_configuration_ids: configurationIds,
    grants: { [preAuthorizedGrant]: { 'pre-authorized_code': code } },
  }
  const query = new URLSearchParams({ credential_offer: JSON.stringify(offer) })
  const offerUrl = `openid-credential-offer://?${query}`
  const { default: QRCode } = await import('qrcode')
  // Corrects few errors, so that its modules stay large: it is read from a screen.
  const look = { type: 'svg', margin: 2, errorCorrectionLevel: 'L' } as const
  const qrCode = await QRCode.toString(offerUrl, look)
  return { offerUrl, qrCode, expiresAt: expiresAt.toISOString() }
}

/** Whether a wallet may have it: it is valid, and its learner has confirmed the name on it. */
export async function isOffered(ctx: Deps, certificate: CertificateRow): Promise<boolean> {
  const isValid = certificate.status === 'issued' && !hasExpired(certificate, ctx.now())
  return isValid && !(await isNameUnconfirmed(ctx, certificate))
}

/** The hourly task. */
export async function forgetOffers(ctx: Deps): Promise<void> {
  await deleteWalletOffersBefore(ctx.db, ctx.now())
}
