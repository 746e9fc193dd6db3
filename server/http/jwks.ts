import type { Schema } from './endpoints/document.ts'

export const jwkSchema: Schema = {
  type: 'object',
  description: 'A public key (RFC 8037)',
  properties: Object.fromEntries(
    ['kty', 'crv', 'x', 'kid', 'alg', 'use'].map((name) => [name, { type: 'string' }]),
  ),
  required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
}

export const exampleJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'k1',
  alg: 'EdDSA',
  use: 'sig',
}
