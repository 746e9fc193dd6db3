import { safeParse, type z } from 'zod'
import type { ErrorName } from '../errors/errors.ts'
import { splitRoute } from '../trpc.ts'
import { keyAccessOf } from './key-access.ts'
import { needsRevision, type Operation, takesBody } from './operations.ts'

/**
 * Errors of any route: it may refuse a missing Host header, a compressed body or too many requests,
 * and fail on our side.
 */
export const errorsOfEveryRoute: ErrorName[] = [
  'InvalidFields',
  'UnsupportedMediaType',
  'RateLimited',
  'InternalError',
  'ServiceUnavailable',
]

/** Returns every named error that an operation may answer with over REST. */
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
  // Reads every body, although that of most DELETEs has no effect.
  if (method !== 'GET') names.push('MalformedJson', 'PayloadTooLarge', 'ReadOnly')
  if (takesBody({ method, path, operation }) || Object.values(input.shape).some(refusesBlankText))
    names.push('MissingFields')
  return [...new Set(names)]
}

/** Whether a blank text is refused: in a URL all is text, also list items, so missing is blank. */
function refusesBlankText(field: z.core.$ZodType): boolean {
  return [' ', [' ']].some((blank) =>
    safeParse(field, blank).error?.issues.some((issue) => issue.code !== 'invalid_type'),
  )
}
