import { domainToASCII } from 'node:url'
import { z } from 'zod'
import type { Rule } from './fields/issue-code.ts'
import { readTyped } from './typed-text/typed-text.ts'

/** RFC 5321. */
export const maxEmailLength = 254

/**
 * The form of a domain that mail servers accept: no label begins or ends with a hyphen or is longer
 * than 63 characters, and the last one is a word. Without lookahead, which RE2 and other readers of
 * our schemas lack.
 */
const domainLabel = '[A-Za-z\\d]([A-Za-z\\d-]{0,61}[A-Za-z\\d])?'
const lastLabel = '([A-Za-z]{2,63}|xn--[A-Za-z\\d-]{0,57}[A-Za-z\\d])'
const emailPattern = new RegExp(`^[\\w'+-]+(\\.[\\w'+-]+)*@(${domainLabel}\\.)+${lastLabel}$`)

/**
 * The form accepted before normalizing. Text beyond ASCII may or may not normalize to an email:
 * only the server can tell.
 */
const typedEmailPattern =
  `^[\\s<"']*(mailto:)?([\\w'+-]+(\\.[\\w'+-]+)*@([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]{2,}|` +
  `\\S*[^\\s!-~]\\S*)[\\s>"'.,;]*$`

/**
 * Reads one identity however it is typed or pasted: in any case and width, between brackets or
 * quotes, followed by a full stop, its domain in letters or Punycode. Letters that only look alike
 * stay different.
 */
function readEmail(text: string): string {
  const [, pasted = ''] = /^[<" ]*(?:mailto:)?(.*?)[>".,; ]*$/iu.exec(readTyped(text)) ?? []
  // An email may begin with ', but never ends with it.
  const bare = pasted.replace(/^'(.*)'$/u, '$1')
  const email = bare.toLowerCase().normalize('NFKC')
  const [, user = '', domain = ''] = /^(.*@)([\p{L}\p{M}\p{N}。.-]+)$/u.exec(email) ?? []
  return /^\p{ASCII}*$/u.test(domain) ? email : user + domainToASCII(domain)
}

export const Email = z
  .string()
  // Reading takes longer than the text.
  .max(1000, { abort: true })
  .overwrite(readEmail)
  .max(maxEmailLength)
  .refine((email) => emailPattern.test(email), {
    error: 'is not an email address',
    params: { code: 'email' } satisfies Rule,
  })
  .refine((email) => email.indexOf('@') <= 64, 'has more than 64 characters before the @')
  .meta({
    description:
      'Email address. Case, full-width letters, and what stands around it are ignored; a domain is ' +
      'the same in letters and in Punycode',
    pattern: typedEmailPattern,
    examples: ['ada.lovelace@example.com'],
  })
