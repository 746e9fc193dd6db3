import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

type Controller = NonNullable<FastifyServerOptions['schemaController']>
const require = createRequire(createRequire(import.meta.url).resolve('fastify'))

/**
 * Loads Fastify's own compiler of serializers for the first of them: with ajv, which validates
 * nothing here, it would be a twentieth of a start.
 */
export const compilers: Required<Controller>['compilersFactory'] = {
  buildValidator: () => () => {
    throw new Error('Input is read by the schemas of the procedures.')
  },
  buildSerializer: (...given) => require('@fastify/fast-json-stringify-compiler')()(...given),
}
