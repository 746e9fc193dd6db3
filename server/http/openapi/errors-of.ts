import { safeParse, type z } from 'zod'
import type { ErrorName } from '../../errors.ts'
import { type Method, splitAddress } from '../../trpc.ts'
import type { Operation } from '../operations.ts'

/** What any address may answer: a missing Host header, a compressed body, too many requests, our own failures. */
export const errorsOfEveryAddress: ErrorName[] = [
  'InvalidFields',
  'UnsupportedMediaType',
  'RateLimited',
  'InternalError',
  'ServiceUnavailable',
]

/** Every named error with which an operation may answer, over REST. */
export function errorsOf({ rest, access, input }: Operation): ErrorName[] {
  const names: ErrorName[] = [...rest.errors, ...errorsOfEveryAddress]
  if (access !== 'anyone') names.push('TokenMissing', 'TokenExpired', 'TokenInvalid')

  const [method] = splitAddress(rest.address)
  // Every body is read, although that of a DELETE has no effect.
  if (method !== 'GET') names.push('MalformedJson', 'PayloadTooLarge')
  if (takesBody(method) || Object.values(input.shape).some(refusesBlankText)) names.push('MissingFields')
  return [...new Set(names)]
}

export function takesBody(method: Method): boolean {
  return method === 'POST' || method === 'PATCH'
}

/** In an address everything is text: what is missing there is a blank one. */
function refusesBlankText(field: z.core.$ZodType): boolean {
  const { error } = safeParse(field, ' ')
  return error?.issues.some((issue) => issue.code !== 'invalid_type') === true
}
