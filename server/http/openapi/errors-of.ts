import { safeParse, type z } from 'zod'
import type { ErrorName } from '../../errors/errors.ts'
import { splitRoute } from '../../trpc.ts'
import { type Operation, takesBody } from '../operations.ts'

/**
 * What any address may answer: a missing Host header, a compressed body, too many requests, our own
 * failures.
 */
export const errorsOfEveryAddress: ErrorName[] = [
  'InvalidFields',
  'UnsupportedMediaType',
  'RateLimited',
  'InternalError',
  'ServiceUnavailable',
]

/** Every named error with which an operation may answer, over REST. */
export function errorsOf(operation: Operation): ErrorName[] {
  const { rest, access, input } = operation
  const names: ErrorName[] = [...rest.errors, ...errorsOfEveryAddress]
  if (access !== 'anyone') names.push('TokenMissing', 'TokenExpired', 'TokenInvalid')
  if (access === 'administrator') names.push('Forbidden')

  const [method, path] = splitRoute(rest.route)
  // Every body is read, although that of most DELETEs has no effect.
  if (method !== 'GET') names.push('MalformedJson', 'PayloadTooLarge')
  if (takesBody({ method, path, operation }) || Object.values(input.shape).some(refusesBlankText))
    names.push('MissingFields')
  return [...new Set(names)]
}

/** In an address everything is text: what is missing there is a blank one. */
function refusesBlankText(field: z.core.$ZodType): boolean {
  const { error } = safeParse(field, ' ')
  return error?.issues.some((issue) => issue.code !== 'invalid_type') === true
}
