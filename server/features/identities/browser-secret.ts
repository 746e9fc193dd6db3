import type { Context } from '../../context.ts'
import { makeSecret, visitSeconds } from './visit.ts'

/**
 * What tells the browser that began a visit from all others: a cookie, one for each provider. It
 * stays the same while visits go on, so that a second click or a second tab does not spoil the
 * first.
 */
export function holdBrowserSecret(ctx: Context, provider: string): string {
  const secret = browserSecret(ctx, provider) ?? makeSecret()
  ctx.browser.setCookie(cookieName(ctx, provider), secret, visitSeconds)
  return secret
}

export function browserSecret(ctx: Context, provider: string): string | undefined {
  const secret = ctx.browser.cookie(cookieName(ctx, provider))
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

export function dropBrowserSecret(ctx: Context, provider: string): void {
  ctx.browser.setCookie(cookieName(ctx, provider), '', 0)
}

/** A name with `__Host-` cannot be set by a neighbouring host or over http (RFC 6265bis). */
function cookieName({ config }: Context, provider: string): string {
  return `${config.publicUrl.startsWith('https:') ? '__Host-' : ''}lyceum-oauth-${provider}`
}
