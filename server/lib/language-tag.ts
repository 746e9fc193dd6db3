import { z } from 'zod'
import { missing } from './schema.ts'

const words = 'must be a language tag, like en or pt-BR'

/** A tag of BCP 47, in its usual spelling. */
export const LanguageTag = z
  .string({ error: ({ input }) => (input === undefined ? missing : words) })
  .refine(isLanguageTag, words)
  // Not a transform, of which schemas for documents lose the description.
  .overwrite((tag) => (isLanguageTag(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag))

/**
 * `Intl` also accepts words of five to eight letters like "english"; none of them is a language.
 */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && /^[a-z]{2,3}(-|$)/iu.test(tag)
  } catch {
    return false
  }
}
