import type { ErrorName } from '../../errors/errors.ts'
import { ifNoneMatch } from './describe-operation.ts'
import type { OperationObject, PathItem, Response } from './document.ts'
import { type ErrorSurroundings, referToErrors } from './error-responses.ts'
import { errorsOfEveryAddress } from './errors-of.ts'
import { everyAnswer, referToHeaders } from './headers.ts'
import { limitsInWords } from './limits-in-words.ts'
import { type OtherAddress, otherAddresses, page } from './other-addresses.ts'

export function describeOtherAddresses(around: ErrorSurroundings): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(otherAddresses).map(([path, address]) => [
      path,
      { [address.body === undefined ? 'get' : 'post']: describe(address, around) },
    ]),
  )
}

function describe(address: OtherAddress, around: ErrorSurroundings): OperationObject {
  const {
    operationId,
    tag,
    summary,
    description,
    parameters = [],
    content,
    redirect,
    pages = {},
    errors = [],
    signedIn = false,
    tagged = false,
    headers = tagged ? [...everyAnswer, 'etag'] : everyAnswer,
  } = address
  const isCounted = headers.includes('ratelimit-limit')
  const ofStrangers: ErrorName[] = signedIn ? ['TokenMissing', 'TokenExpired', 'TokenInvalid'] : []
  const names = [...errors, ...ofStrangers, ...errorsOfEveryAddress].filter(
    (name) => isCounted || name !== 'RateLimited',
  )
  return {
    operationId,
    summary,
    description:
      address.limits === undefined
        ? description
        : `${description}\n\n${limitsInWords(address.limits)}`,
    tags: [tag],
    security: signedIn ? [{ bearer: [] }] : [],
    parameters: tagged ? [...parameters, ifNoneMatch] : parameters,
    ...(address.body !== undefined && { requestBody: { required: true, content: address.body } }),
    responses: {
      ...(content === undefined
        ? { 302: { description: 'The browser is led on', headers: referToHeaders(headers) } }
        : { 200: { description: summary, headers: referToHeaders(headers), content } }),
      ...(tagged && {
        304: {
          description: 'The caller has this answer already',
          headers: referToHeaders(headers),
        },
      }),
      ...(redirect !== undefined && {
        303: { description: redirect, headers: referToHeaders(everyAnswer) },
      }),
      ...referToErrors(names, around),
      ...Object.fromEntries(
        Object.entries(pages).map(([status, words]) => [status, pageResponse(words)]),
      ),
    },
  }
}

function pageResponse(description: string): Response {
  return { description, headers: referToHeaders(everyAnswer), content: page }
}
