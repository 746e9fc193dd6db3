import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { SecondFactorRow } from '../../../../db/queries/people/second-factors.ts'
import type { Config } from '../../../config/config.ts'

// Loads it with the first passkey: most processes never see one.
const load = () => import('@simplewebauthn/server')

interface RelyingParty {
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'brand'>
}

/** Returns the pages that may use a passkey: the school's, and those of its frontends. */
function placeOf({ config: { publicUrl, corsOrigins } }: RelyingParty) {
  const { hostname, origin } = new URL(publicUrl)
  const named = corsOrigins.filter((it) => it.includes('://'))
  return { expectedRPID: hostname, expectedOrigin: [origin, ...named] }
}

/** Returns what the browser needs to make a passkey. */
export async function askForNewPasskey(
  ctx: RelyingParty,
  user: { id: string; email: string; name: string },
  present: SecondFactorRow[],
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: ctx.config.brand.name,
    rpID: placeOf(ctx).expectedRPID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: credentialsOf(present),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** Returns the new passkey; undefined if the answer does not fit the challenge. */
export async function readNewPasskey(
  ctx: RelyingParty,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
) {
  const { verifyRegistrationResponse } = await load()
  const asked = { response, expectedChallenge, requireUserVerification: false, ...placeOf(ctx) }
  const verified = await verifyRegistrationResponse(asked).catch(() => undefined)
  return verified?.verified === true ? verified.registrationInfo.credential : undefined
}

/** Returns what the browser needs to sign in with one of the passkeys. */
export async function askForPasskey(ctx: RelyingParty, factors: SecondFactorRow[]) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: placeOf(ctx).expectedRPID,
    allowCredentials: credentialsOf(factors),
    userVerification: 'preferred',
  })
}

/** Returns the counter of the use; undefined if the passkey did not sign the challenge. */
export async function readUse(
  ctx: RelyingParty,
  { credentialId, publicKey, counter }: SecondFactorRow,
  { response, challenge }: { response: AuthenticationResponseJSON; challenge: string },
): Promise<number | undefined> {
  if (credentialId === null || publicKey === null || counter === null) return undefined
  const { verifyAuthenticationResponse } = await load()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: false,
    ...placeOf(ctx),
  }).catch(() => undefined)
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

function credentialsOf(factors: SecondFactorRow[]) {
  return factors.flatMap(({ credentialId: id }) => (id === null ? [] : [{ id }]))
}
