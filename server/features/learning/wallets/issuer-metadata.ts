import type { Deps } from '../../../context.ts'
import { texts } from '../../../texts/texts.ts'
import { contexts } from '../certificates/credential/open-badge.ts'

type Urls = Pick<Deps, 'config'>

/** The grant of an offer, which needs no sign-in at the wallet (OpenID4VCI 1.0, section 3.5). */
export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The forms in which wallets get a certificate. Each takes the first that it can read. */
const configurations = {
  certificate_jwt: {
    format: 'jwt_vc_json',
    credential_signing_alg_values_supported: ['ES256'],
    credential_definition: { type: ['VerifiableCredential', 'OpenBadgeCredential'] },
  },
  certificate_ldp: {
    format: 'ldp_vc',
    credential_signing_alg_values_supported: ['eddsa-rdfc-2022'],
    credential_definition: {
      '@context': contexts,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
    },
  },
} as const

export type ConfigurationId = keyof typeof configurations
export const configurationIds = Object.keys(configurations) as ConfigurationId[]

/**
 * Returns what wallets ask the issuer for first (OpenID4VCI 1.0, section 12.2). It names no way of
 * binding: a certificate is a fact about its learner, whichever device holds it.
 */
export function issuerMetadataOf({ config }: Urls) {
  const { publicUrl, brand, languages } = config
  const display = languages.map((locale) => ({
    name: texts[locale].certificate.certificate,
    locale,
    background_color: brand.color,
    text_color: '#ffffff',
  }))
  return {
    credential_issuer: publicUrl,
    credential_endpoint: `${publicUrl}/oid4vci/credential`,
    display: [{ name: brand.name }],
    credential_configurations_supported: Object.fromEntries(
      Object.entries(configurations).map(([id, configuration]) => [
        id,
        { ...configuration, credential_metadata: { display } },
      ]),
    ),
  }
}

/** Returns the metadata of the server that gives wallets their tokens (RFC 8414). */
export function authorizationServerOf({ config: { publicUrl } }: Urls) {
  return {
    issuer: publicUrl,
    token_endpoint: `${publicUrl}/oid4vci/token`,
    token_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: [preAuthorizedGrant],
    response_types_supported: [],
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}
