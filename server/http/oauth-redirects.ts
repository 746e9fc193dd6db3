import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Context, Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { toAppError } from '../errors/problem.ts'
import { allowedReturnUrl } from '../features/people/identities/oauth-flow.ts'
import { FinishRedirectInput, StartRedirectInput } from '../features/people/identities/schema.ts'
import {
  finishRedirect,
  finishSignInFlow,
  startRedirect,
} from '../features/people/identities/sign-in.ts'
import { takeForRequest } from '../security/budgets.ts'
import type { LimitName } from '../security/limits.ts'
import { contextOf } from './caller.ts'
import { type Endpoint, inPath, inQuery } from './endpoints/endpoints.ts'
import { everyAnswer } from './endpoints/headers.ts'
import { logUnexpected } from './failures.ts'

const startLimits: LimitName[] = ['signInStartsPerIp']
const returnLimits: LimitName[] = ['signInReturnsPerIp']

/**
 * Mounts third-party sign-in by plain redirects: to the provider, back here, and on to the frontend
 * with a one-time code or the name of an error.
 */
export function mount(app: FastifyInstance, deps: Deps): void {
  const options = { exposeHeadRoute: false, config: { changesData: true } } as const
  for (const step of ['redirect', 'return']) {
    // Ignores HEAD, sent by link previews before a person opens the link: it must not touch a flow.
    app.head(`/api/v1/auth/oauth/:provider/${step}`, (_request, reply) =>
      reply.header('cache-control', 'no-store').send(),
    )
  }

  app.get('/api/v1/auth/oauth/:provider/redirect', options, async (request, reply) => {
    const ctx = await contextOf(deps, request, reply)
    await takeForRequest(ctx, startLimits)
    const input = inputOf(StartRedirectInput, request)
    try {
      const { authorizationUrl } = await startRedirect(ctx, input)
      return redirect(reply, authorizationUrl)
    } catch (error) {
      const appError = toAppError(error)
      // Handles a caller's mistake here; a failure of ours or of the provider is for the frontend
      // to show.
      if (appError.status < 500) throw appError
      return leaveWithError(ctx, reply, {
        returnUrl: allowedReturnUrl(ctx, input.returnUrl),
        error: appError,
      })
    }
  })

  app.get('/api/v1/auth/oauth/:provider/return', options, async (request, reply) => {
    const ctx = await contextOf(deps, request, reply)
    await takeForRequest(ctx, returnLimits)
    const input = inputOf(FinishRedirectInput, request)
    let returnUrl = allowedReturnUrl(ctx, undefined)
    try {
      const finished = await finishSignInFlow(ctx, input, { isRedirect: true })
      returnUrl = finished.flow.returnUrl
      const signInCode = await finishRedirect(ctx, finished, input)
      return redirect(reply, withParameter(returnUrl, { signInCode }))
    } catch (error) {
      const appError = toAppError(error)
      if (appError.name === 'ProviderNotFound') throw appError
      return leaveWithError(ctx, reply, { returnUrl, error: appError })
    }
  })
}

function inputOf<Schema extends z.ZodObject>(
  schema: Schema,
  request: FastifyRequest,
): z.infer<Schema> {
  const parsed = schema.safeParse({ ...(request.query as object), ...(request.params as object) })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('InvalidFields', { issues })
}

function leaveWithError(
  ctx: Context,
  reply: FastifyReply,
  { returnUrl, error }: { returnUrl: string; error: AppError },
): FastifyReply {
  logUnexpected(ctx.log as Logger, error)
  return redirect(reply, withParameter(returnUrl, { error: error.name }))
}

function withParameter(base: string, parameter: Record<string, string>): string {
  const url = new URL(base)
  url.search = new URLSearchParams(parameter).toString()
  return url.href
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(target, 302)
}

const provider = inPath('provider', 'Name of the provider, as in the list of providers', 'google')

export const takesAnyQuery = true

export const endpoints: Endpoint[] = [
  {
    route: 'GET /api/v1/auth/oauth/{provider}/redirect',
    operationId: 'auth_redirectToProvider',
    tag: 'auth',
    summary: 'Start a third-party sign-in by plain redirects',
    description:
      'For a link or a button: redirects the browser to the provider, and in the end to ' +
      '`returnUrl`, with the parameter `signInCode` for `POST /api/v1/auth/oauth/exchange`, or ' +
      'with `error`, the name of an error.',
    parameters: [
      provider,
      inQuery(
        'returnUrl',
        'Where to send the browser in the end: exactly one of OAUTH_RETURN_URLS. Default: the ' +
          'first of them',
      ),
      inQuery(
        'codeChallenge',
        'S256 challenge (RFC 7636) of a verifier that only the frontend knows, so that nobody ' +
          'else can exchange the code',
      ),
      inQuery(
        'acceptedTerms',
        'The version of the terms that a new account accepts: `terms.version` of the config',
      ),
    ],
    errors: ['ProviderNotFound', 'ReadOnly'],
    limits: startLimits,
    headers: [...everyAnswer, 'location'],
  },
  {
    route: 'GET /api/v1/auth/oauth/{provider}/return',
    operationId: 'auth_returnFromProvider',
    tag: 'auth',
    summary: 'Return from a third party',
    description:
      'The provider redirects the browser here, and this redirects it to the frontend. Works ' +
      'once for each sign-in.',
    parameters: [
      provider,
      inQuery('state', 'The state that was sent to the provider'),
      inQuery('code', 'The authorization code of the provider'),
      inQuery('iss', 'The issuer (RFC 9207)'),
      inQuery('error', 'Why there is no code'),
    ],
    errors: ['ProviderNotFound', 'ReadOnly'],
    limits: returnLimits,
    headers: [...everyAnswer, 'location'],
  },
]
