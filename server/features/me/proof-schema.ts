import type { z } from 'zod'
import { Code, Password } from '../auth/schema.ts'

/** What shows that it is really the user, and not somebody who found a token. */
export function proofFieldsOf(request: 'me.requestErasureCode' | 'me.requestSignInCode') {
  return {
    password: Password.optional().describe('My password'),
    code: Code.optional().describe(
      `Instead of the password: the 8 digits of the mail that ${request} asks for`,
    ),
  }
}

export interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/** Needs one of the two. */
export function withProof<Schema extends z.ZodType<Proof>>(schema: Schema): Schema {
  return schema.refine(({ password, code }) => password !== undefined || code !== undefined, {
    path: ['password'],
    error: 'is required, or a code',
  })
}
