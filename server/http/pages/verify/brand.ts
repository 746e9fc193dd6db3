import type { FastifyReply } from 'fastify'
import type { Branding } from '../../../../content/branding/branding.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { findStoredLogo } from '../../../features/platform/branding/course-branding.ts'
import type { Brand } from './layout.ts'

const ofSettings = 'settings'

/** Returns the brand; `key`: of the stored branding; undefined for that of the settings. */
export function brandOf(
  issuer: string,
  { logo, color, accent }: Branding,
  key: string = ofSettings,
): Brand {
  return {
    issuer,
    color,
    accent,
    logo: logo === undefined ? undefined : `/verify/assets/logos/${key}`,
  }
}

export function isBrandingKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key)
}

/** Finds the logo, a `data:` URL. */
export async function findLogo(deps: Deps, key: string): Promise<string> {
  const logo = isBrandingKey(key)
    ? await findStoredLogo(deps, key)
    : key === ofSettings
      ? deps.config.certificates.branding.logo
      : undefined
  if (logo === undefined) throw new AppError('NotFound')
  return logo
}

/** Sends the picture so that an SVG opened by itself runs and loads nothing. */
export function sendLogo(reply: FastifyReply, logo: string, isForever: boolean): FastifyReply {
  const [head = '', base64 = ''] = logo.split(',')
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header(
      'cache-control',
      isForever ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    )
    .type(head.includes('svg') ? 'image/svg+xml' : 'image/png')
    .send(Buffer.from(base64, 'base64'))
}
