import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { isKnown } from '../files/entity-tags.ts'
import { responseSchemaOf } from './response-schema.ts'

/** Ends a call whose answer the client has already. Never sent as a failure. */
export class NotModified extends Error {}

/** One request's look at what its client has already. */
export interface Revalidation {
  /** The ETag of the answer, once its state is known. */
  etag: string | undefined
  revalidate: (state: readonly unknown[]) => void
}

/**
 * Makes ETags of the state that answers show, so that a client that has the answer learns so before
 * it is composed. A new release or a new shape of the answer makes new tags.
 */
export function revalidationOf(
  output: z.ZodType,
): (request: Pick<FastifyRequest, 'headers'>) => Revalidation {
  let shape: string | undefined

  return ({ headers }) => {
    const revalidation: Revalidation = {
      etag: undefined,
      revalidate: (state) => {
        shape ??= shapeOf(output)
        revalidation.etag = `W/"${hash('sha1', shape + JSON.stringify(state), 'base64')}"`
        if (isKnown(revalidation.etag, headers['if-none-match'])) throw new NotModified()
      },
    }
    return revalidation
  }
}

function shapeOf(output: z.ZodType): string {
  return hash('sha1', packageJson.version + JSON.stringify(responseSchemaOf(output)), 'base64')
}
