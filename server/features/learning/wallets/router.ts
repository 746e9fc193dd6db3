import { userProcedure } from '../../../trpc.ts'
import { offerCertificate } from './offer-certificate.ts'
import { OfferCertificateInput, WalletOffer } from './schema.ts'

export const walletProcedures = {
  offer: userProcedure
    .meta({
      route: 'POST /api/v1/certificates/{code}/offer',
      summary: 'Offer your certificate to your wallet',
      description:
        'Gives a link, and the same as a QR code, by which a wallet gets the certificate as a ' +
        'Verifiable Credential: OpenID4VCI 1.0 with a pre-authorized code. An offer lives for ' +
        'ten minutes, and the first wallet takes it.',
      errors: ['CertificateNotFound', 'CertificateNotOffered'],
      limits: ['walletOffersPerAccount'],
    })
    .input(OfferCertificateInput)
    .output(WalletOffer)
    .mutation(({ ctx, input }) => offerCertificate(ctx, input)),
}
