import type { z } from 'zod'
import { OneTimeCode, Password } from '../../../../lib/fields/credentials.ts'

/**
 * Re-authentication: proves that the user is asking, not somebody who found a token. Either the
 * password or a code that was just mailed.
 */
export interface Proof {
  password?: string | undefined
  code?: string | undefined
}

export function proofFieldsOf(request: 'me.requestErasureCode' | 'me.requestSignInCode') {
  return {
    password: Password.optional().describe('Your password'),
    code: OneTimeCode.optional().describe(
      `Instead of the password: the 8 digits from the mail that ${request} sends`,
    ),
  }
}

/** Fields for operations with `proof`: what makes or widens something that outlives the session. */
export const proofFields = proofFieldsOf('me.requestSignInCode')

export const hasProof = ({ password, code }: Proof) => password !== undefined || code !== undefined

export const missingProof = { path: ['password'], error: 'or a code is required' }

/** Requires one of the two. */
export function requireProof<Schema extends z.ZodType<Proof>>(schema: Schema): Schema {
  return schema.refine(hasProof, missingProof)
}
