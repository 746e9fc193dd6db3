import { Secret, TOTP } from 'otpauth'

const period = 30

/** Returns a new secret, as people may type it, and the address that apps read from a QR code. */
export function makeTotp({ issuer, label }: { issuer: string; label: string }) {
  const totp = new TOTP({ issuer, label, period, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, otpauthUrl: totp.toString() }
}

/** Returns the step of a code, even with spaces, now or one off; else undefined. */
export function stepOfCode(secret: string, code: string, at: Date): number | undefined {
  const totp = new TOTP({ period, secret: Secret.fromBase32(secret) })
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / (period * 1_000)) + delta
}
