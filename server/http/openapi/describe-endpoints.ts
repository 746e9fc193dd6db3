import type { ErrorName } from '../../errors/errors.ts'
import type { LimitName } from '../../security/limits.ts'
import { splitRoute } from '../../trpc.ts'
import { docsEndpoints } from '../docs/docs.ts'
import type { OperationObject, PathItem, Response } from '../endpoints/document.ts'
import { type Endpoint, htmlPage } from '../endpoints/endpoints.ts'
import { everyAnswer, referToHeaders } from '../endpoints/headers.ts'
import { mountedEndpoints } from '../endpoints/mounted.ts'
import { errorsOfEveryRoute } from '../errors-of.ts'
import { healthEndpoints } from '../health.ts'
import { describeKeyAccess, securityOf } from '../key-access.ts'
import { metricsEndpoints } from '../metrics.ts'
import { startPageEndpoints } from '../pages/start-page.ts'
import { describeLimits } from './describe-limits.ts'
import { ifNoneMatch } from './describe-operation.ts'
import { type ErrorSurroundings, referToErrors } from './error-responses.ts'

/** Every endpoint that is not a procedure. */
export const endpoints: Endpoint[] = [
  ...mountedEndpoints.flatMap(({ endpoints }) => endpoints),
  ...metricsEndpoints,
  ...healthEndpoints,
  ...docsEndpoints,
  ...startPageEndpoints,
]

type Surroundings = Omit<ErrorSurroundings, 'operationId'>

export function describeEndpoints(around: Surroundings): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const [method, path] = splitRoute(endpoint.route)
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(endpoint, around) }
  }
  return paths
}

/** An endpoint that the SDK calls as if it were a procedure. */
export type SdkEndpoint = Endpoint & Required<Pick<Endpoint, 'sdkName'>>

export const sdkEndpoints: SdkEndpoint[] = endpoints.filter(
  (endpoint): endpoint is SdkEndpoint => endpoint.sdkName !== undefined,
)

/** Returns routes of the endpoints that count towards a limit, such as "GET /verify/{code}". */
export function endpointRoutesWith(limit: LimitName): string[] {
  return endpoints.filter(({ limits }) => limits?.includes(limit)).map(({ route }) => route)
}

function describe(endpoint: Endpoint, around: Surroundings): OperationObject {
  const { operationId, tag, summary, parameters = [], body, limits = [] } = endpoint
  const keyAccess = endpoint.keyAccess ?? 'no key'
  return {
    operationId,
    summary,
    description: [
      endpoint.description,
      ...(endpoint.requiresToken ? [describeKeyAccess(keyAccess) ?? ''] : []),
      ...(limits.length > 0 ? [describeLimits(limits)] : []),
    ].join('\n\n'),
    tags: [tag],
    security: endpoint.requiresToken ? securityOf(keyAccess) : [],
    parameters: endpoint.hasEtag ? [...parameters, ifNoneMatch] : parameters,
    ...(body !== undefined && { requestBody: { required: true, content: body } }),
    responses: responsesOf(endpoint, { ...around, operationId }),
  }
}

function responsesOf(endpoint: Endpoint, around: ErrorSurroundings): OperationObject['responses'] {
  const { summary, content, redirect, pages = {}, hasEtag = false, hasRanges } = endpoint
  const names = endpoint.headers ?? (hasEtag ? [...everyAnswer, 'etag' as const] : everyAnswer)
  const headers = referToHeaders(names)
  const isCounted = names.includes('ratelimit-limit')
  const errors = errorsOfEndpoint(endpoint).filter((name) => isCounted || name !== 'RateLimited')
  return {
    ...(content === undefined
      ? { 302: { description: 'Redirects the browser', headers } }
      : { [endpoint.status ?? 200]: { description: summary, headers, content } }),
    ...(hasRanges &&
      content && {
        206: {
          description: 'The bytes that `Range` asks for',
          headers: referToHeaders([...names, 'content-range']),
          content,
        },
      }),
    ...(hasEtag && { 304: { description: 'Not modified', headers } }),
    ...(redirect !== undefined && {
      303: { description: redirect, headers: referToHeaders(everyAnswer) },
    }),
    ...referToErrors(errors, around),
    ...Object.fromEntries(
      Object.entries(pages).map(([status, description]) => [status, pageResponse(description)]),
    ),
  }
}

/** Returns every named error that an endpoint may answer with. */
export function errorsOfEndpoint({ errors = [], requiresToken }: Endpoint): ErrorName[] {
  const tokenErrors: ErrorName[] = requiresToken
    ? ['TokenMissing', 'TokenExpired', 'TokenInvalid', 'AccountSuspended', 'KeyNotAllowed']
    : []
  return [...new Set([...errors, ...tokenErrors, ...errorsOfEveryRoute])]
}

function pageResponse(description: string): Response {
  return { description, headers: referToHeaders(everyAnswer), content: htmlPage }
}
