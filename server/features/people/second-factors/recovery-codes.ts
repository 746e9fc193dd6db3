import { createHash, randomBytes } from 'node:crypto'
import { replaceRecoveryCodes } from '../../../../db/queries/people/second-factors.ts'
import type { SessionContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'

const codesPerAccount = 10
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

/** Makes new codes in the transaction of the context, which end earlier ones. */
export async function renewRecoveryCodes(ctx: SessionContext): Promise<string[]> {
  const codes = Array.from({ length: codesPerAccount }, makeCode)
  const hashes = codes.map((code) => hashOfRecoveryCode(ctx.user.id, code))
  await replaceRecoveryCodes(ctx.db, ctx.user.id, hashes)
  await recordEvent(ctx, 'recovery-codes-made', { details: { codes: codes.length } })
  return codes
}

/** Makes a code of 79 bits, in groups: too many to guess, so a plain hash suffices. */
function makeCode(): string {
  const code = Array.from({ length: 16 }, letter).join('')
  return code.replace(/(.{4})(?!$)/g, '$1-')
}

function letter(): string {
  let byte = randomBytes(1)[0] ?? 0
  // Skips the rest, which would make the first letters likelier.
  while (byte >= 248) byte = randomBytes(1)[0] ?? 0
  return letters[byte % letters.length] ?? ''
}

/** Hashes a code, ignoring case, spaces and dashes. */
export function hashOfRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHash('sha256').update(`${userId} ${plain}`).digest('hex')
}
