import { z } from 'zod'
import { field, Instant, named } from '../../../../lib/schema.ts'
import { RenderCertificateInput } from '../certificates/schema.ts'

export const OfferCertificateInput = z.strictObject(RenderCertificateInput.shape)
export type OfferCertificateInput = z.infer<typeof OfferCertificateInput>

export const WalletOffer = named('WalletOffer', 'A certificate that is offered to a wallet', {
  offerUrl: field(
    z.string(),
    'Opens a wallet on this device, which takes the certificate (OpenID4VCI 1.0)',
    'openid-credential-offer://?credential_offer=%7B%22credential_issuer%22%3A…',
  ),
  qrCode: field(
    z.string(),
    'The same for the wallet on another device: a QR code as SVG',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  ),
  expiresAt: Instant.describe('When the offer ends; it can be taken once until then'),
})
export type WalletOffer = z.infer<typeof WalletOffer>
