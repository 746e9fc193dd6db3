import { safeParse, type z } from 'zod'
import type { ErrorName } from '../errors/errors.ts'
import { splitRoute } from '../trpc.ts'
import { keyAccessOf } from './key-access.ts'
import { needsRevision, type Operation, takesBody } from './operations.ts'

/**
 * Any route may refuse a missing Host header, a compressed body or too many requests, and fail on
 * our side.
 */
export const errorsOfEveryRoute: ErrorName[] = [
  'InvalidFields',
  'UnsupportedMediaType',
  'RateLimited',
  'InternalError',
  'ServiceUnavailable',
]

/** Every named error that an operation may answer with over REST. */
export function errorsOf(operation: Operation): ErrorName[] {
  const { rest, access, input } = operation
  const names: ErrorName[] = [...rest.errors, ...errorsOfEveryRoute]
  if (access !== 'anyone')
    names.push('TokenMissing', 'TokenExpired', 'TokenInvalid', 'AccountSuspended', 'KeyNotAllowed')
  else if (keyAccessOf(operation) === 'no key') names.push('KeyNotAllowed')
  if (access === 'admin') names.push('Forbidden', 'SecondFactorMissing')
  if (access === 'member') names.push('CourseNotFound', 'Forbidden', 'SecondFactorMissing')
  if (needsRevision(operation)) names.push('RevisionRequired', 'DraftChanged')

  const [method, path] = splitRoute(rest.route)
  // Every body is read, although the body of most DELETEs has no effect.
  if (method !== 'GET') names.push('MalformedJson', 'PayloadTooLarge', 'ReadOnly')
  if (takesBody({ method, path, operation }) || Object.values(input.shape).some(refusesBlankText))
    names.push('MissingFields')
  return [...new Set(names)]
}

/** In a URL everything is text, also the items of a list, so a missing value is a blank one. */
function refusesBlankText(field: z.core.$ZodType): boolean {
  return [' ', [' ']].some((blank) =>
    safeParse(field, blank).error?.issues.some((issue) => issue.code !== 'invalid_type'),
  )
}
