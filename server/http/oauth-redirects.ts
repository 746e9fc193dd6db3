import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Context, Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { toAppError } from '../errors/problem.ts'
import { RedirectRequest, RedirectReturn } from '../features/identities/schema.ts'
import { endSignIn, finishRedirect, startRedirect } from '../features/identities/sign-in.ts'
import { returnUrlFrom } from '../features/identities/visit.ts'
import { contextOf } from './caller.ts'
import { logUnexpected } from './failures.ts'

/**
 * Signing in by plain redirects: to the provider, back here, and on to the frontend with a one-time
 * code or the name of an error.
 */
export function mountOAuthRedirects(app: FastifyInstance, deps: Deps): void {
  const options = { exposeHeadRoute: false }
  for (const step of ['redirect', 'return']) {
    // Whoever looks at an address before a person does asks by HEAD: that leads nowhere and uses
    // nothing up.
    app.head(`/api/v1/auth/oauth/:provider/${step}`, (_request, reply) =>
      reply.header('cache-control', 'no-store').send(),
    )
  }

  app.get('/api/v1/auth/oauth/:provider/redirect', options, async (request, reply) => {
    const ctx = await contextOf(deps, request, reply)
    const input = inputOf(RedirectRequest, request)
    try {
      const { authorizationUrl } = await startRedirect(ctx, input)
      return redirect(reply, authorizationUrl)
    } catch (error) {
      const appError = toAppError(error)
      // What the caller did wrong is told at once; of our troubles and the provider's the frontend
      // has to tell.
      if (appError.status < 500) throw appError
      return leaveWithError(ctx, reply, {
        returnUrl: returnUrlFrom(ctx, input.returnUrl),
        error: appError,
      })
    }
  })

  app.get('/api/v1/auth/oauth/:provider/return', options, async (request, reply) => {
    const ctx = await contextOf(deps, request, reply)
    const input = inputOf(RedirectReturn, request)
    let returnUrl = returnUrlFrom(ctx, undefined)
    try {
      const visit = await endSignIn(ctx, input)
      returnUrl = visit.flow.returnUrl
      const signInCode = await finishRedirect(ctx, visit, input)
      return redirect(reply, withParameter(returnUrl, { signInCode }))
    } catch (error) {
      const appError = toAppError(error)
      if (appError.name === 'ProviderNotFound' || appError.name === 'RateLimited') throw appError
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

function withParameter(address: string, parameter: Record<string, string>): string {
  const url = new URL(address)
  url.search = new URLSearchParams(parameter).toString()
  return url.href
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 302)
}
