import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors/errors.ts'

/** The field of inputs and answers that If-Match and ETag stand for. */
export const revisionField = 'revision'

/** The maximum of PostgreSQL's integer. */
const maxRevision = 2_147_483_647

/** Returns the strong tag of what has a revision: `"r42"`. */
export function revisionTag(output: unknown): string {
  return `"r${(output as Record<typeof revisionField, number>)[revisionField]}"`
}

/**
 * Returns the revision that the caller read, from If-Match. Weak tags count too: proxies that
 * compress an answer weaken its tag, and the revision stays the same.
 * @throws RevisionRequired, InvalidFields
 */
export function revisionOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const tag = headers['if-match']
  if (tag === undefined) throw new AppError('RevisionRequired')
  const [, digits] = /^\s*(?:W\/)?"r(0|[1-9]\d{0,9})"\s*$/.exec(tag) ?? []
  if (digits === undefined || Number(digits) > maxRevision)
    throw new AppError('InvalidFields', {
      issues: [
        {
          path: 'If-Match',
          message: 'must be the one ETag that you read, such as "r42": no list, and not *',
        },
      ],
    })
  return Number(digits)
}
