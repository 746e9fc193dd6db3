import { z } from 'zod'
import type { Rule } from './fields/issue-code.ts'

/** RFC 5321. */
export const maxEmailLength = 254

/**
 * What mail servers take: no label of the domain begins or ends with a hyphen or is longer than 63
 * characters, and the last one is a word. No lookahead: RE2 and others that read our schemas have
 * none.
 */
const domainLabel = '[A-Za-z\\d]([A-Za-z\\d-]{0,61}[A-Za-z\\d])?'
const lastLabel = '([A-Za-z]{2,63}|xn--[A-Za-z\\d-]{0,57}[A-Za-z\\d])'
const emailPattern = new RegExp(`^[\\w'+-]+(\\.[\\w'+-]+)*@(${domainLabel}\\.)+${lastLabel}$`)

/**
 * What is taken before it is normalized. Text beyond ASCII may become an email by that, or not: only
 * the server knows.
 */
const typedEmailPattern =
  "^\\s*([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|\\S*[^\\s!-~]\\S*)\\s*$"

/** Trimmed, in lower case, compatibility forms folded: one identity however it is typed. */
export const Email = z
  .string()
  .max(1000)
  .trim()
  .normalize('NFKC')
  .toLowerCase()
  .max(maxEmailLength)
  .refine((email) => emailPattern.test(email), {
    error: 'is not an email address',
    params: { code: 'email' } satisfies Rule,
  })
  .refine((email) => email.indexOf('@') <= 64, 'has more than 64 characters before the @')
  .meta({
    description: 'Email address. Surrounding spaces, case and full-width letters are ignored',
    pattern: typedEmailPattern,
    examples: ['ada.lovelace@example.com'],
  })
