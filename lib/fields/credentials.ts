import { z } from 'zod'
import { rawText } from '../schema.ts'
import { readGroupedCode } from '../typed-text/typed-text.ts'

export const maxPasswordLength = 256

export const OneTimeCode = z
  .string()
  .max(100, { abort: true })
  .overwrite(readGroupedCode)
  .regex(/^\d{8}$/, 'must be the 8 digits from the mail')
  .meta({
    description:
      'The 8 digits from the mail, valid for ten minutes and five tries; spaces and dashes between ' +
      'them do not count, nor does what stands around them',
    pattern: '^\\W*(\\d\\W*){8}$',
    examples: ['04827193'],
  })

/**
 * A password to compare. Takes any text, and never says what is wrong with it. Refuses half of a
 * surrogate pair: hashed, it would be the same as U+FFFD.
 */
export const Password = rawText(4 * maxPasswordLength)
  .refine((password) => password.trim() !== '', 'must not be blank')
  .meta({ description: 'The password', pattern: '\\S', examples: ['correct horse battery staple'] })
