import { decodeJwt } from 'jose'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { findOfferedCertificate, takeWalletOffer } from '../../../../db/queries/learning/wallets.ts'
import type { Deps } from '../../../context.ts'
import { signedBy } from '../certificates/credential/credential.ts'
import { type CredentialDocument, withProof } from '../certificates/credential/data-integrity.ts'
import { publicCredentialOf } from '../certificates/verify-certificate.ts'
import type { ConfigurationId } from './issuer-metadata.ts'
import { isOffered } from './offer-certificate.ts'
import { hashOf, makeSecret, minutesFrom } from './secrets.ts'

/** Suffices for the certificate in each form, and for tries after a lost answer. */
const minutesOfToken = 10

export interface WalletToken {
  token: string
  expiresInSeconds: number
}

/** Takes an offer by its code; undefined if it was taken before, has expired or never was. */
export async function takeOffer(ctx: Deps, code: string): Promise<WalletToken | undefined> {
  const token = makeSecret()
  const now = ctx.now()
  const isTaken = await takeWalletOffer(ctx.db, {
    codeHash: hashOf(code),
    tokenHash: hashOf(token),
    expiresAt: minutesFrom(now, minutesOfToken),
    now,
  })
  return isTaken ? { token, expiresInSeconds: minutesOfToken * 60 } : undefined
}

/** Finds the certificate that the token of a wallet is for. */
export function findOffered(ctx: Deps, token: string): Promise<CertificateRow | undefined> {
  return findOfferedCertificate(ctx.db, hashOf(token), ctx.now())
}

/** Returns the credential that anyone has by the code; undefined if it is not offered any more. */
export async function credentialFor(
  ctx: Deps,
  certificate: CertificateRow,
  configuration: ConfigurationId,
): Promise<string | object | undefined> {
  if (!(await isOffered(ctx, certificate))) return undefined
  const jwt = await publicCredentialOf(ctx, certificate)
  if (configuration === 'certificate_jwt') return signedBy(ctx, jwt)
  return withProof(ctx, decodeJwt(jwt) as unknown as CredentialDocument)
}
