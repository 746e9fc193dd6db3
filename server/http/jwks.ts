import type { Schema } from './endpoints/document.ts'

export const jwkSchema: Schema = {
  type: 'object',
  description: 'A public key: Ed25519 (RFC 8037), or P-256, which has `y` (RFC 7518)',
  properties: Object.fromEntries(
    ['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use'].map((name) => [name, { type: 'string' }]),
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
