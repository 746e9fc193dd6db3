import { z } from 'zod'
import { field, Instant, named, text } from '../../../../lib/schema.ts'

/** The version of the terms that somebody accepts. */
export const AcceptedTerms = text(40)
  .optional()
  .meta({
    description:
      'The version of the terms that you accept: `terms.version` of GET /api/v1/config. Needed ' +
      'where the school has terms, unless you have accepted this version before',
    examples: ['2026-11'],
  })

export const TermsAcceptance = named('TermsAcceptance', 'Terms of the school that were accepted', {
  version: field(z.string(), 'The version', '2026-11'),
  acceptedAt: Instant.describe('When it was accepted first'),
})
