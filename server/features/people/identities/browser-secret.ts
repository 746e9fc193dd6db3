import type { Context } from '../../../context.ts'
import { flowSeconds, makeSecret } from './oauth-flow.ts'

/**
 * Identifies the browser that began a flow, with one cookie per provider. It stays the same while
 * flows are open, so that a second click or tab does not spoil the first.
 */
export function ensureBrowserSecret(ctx: Context, provider: string): string {
  const secret = readBrowserSecret(ctx, provider) ?? makeSecret()
  ctx.browser.setCookie(cookieName(ctx, provider), secret, flowSeconds)
  return secret
}

export function readBrowserSecret(ctx: Context, provider: string): string | undefined {
  const secret = ctx.browser.cookie(cookieName(ctx, provider))
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

export function dropBrowserSecret(ctx: Context, provider: string): void {
  ctx.browser.setCookie(cookieName(ctx, provider), '', 0)
}

/** Returns a name with `__Host-`, which no neighbouring host can set, nor http (RFC 6265bis). */
function cookieName({ config }: Context, provider: string): string {
  return `${config.publicUrl.startsWith('https:') ? '__Host-' : ''}lyceum-oauth-${provider}`
}
