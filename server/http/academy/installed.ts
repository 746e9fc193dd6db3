import type { FastifyInstance } from 'fastify'
import { html } from '../../../lib/html.ts'
import type { Deps } from '../../context.ts'

/** Mounts what devices ask for that install the academy as an app. */
export function mountInstalled(app: FastifyInstance, { config }: Deps): void {
  const files = {
    '/app.webmanifest': ['application/manifest+json', () => manifestOf(config)],
    '/icon.svg': ['image/svg+xml', () => iconOf(config, 'any')],
    '/icon-maskable.svg': ['image/svg+xml', () => iconOf(config, 'maskable')],
  } as const
  for (const [path, [type, text]] of Object.entries(files))
    app.get(path, { config: { isMedia: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text()),
    )
}

function manifestOf({ brand, languages }: Deps['config']): string {
  const icon = { type: 'image/svg+xml', sizes: 'any 192x192 512x512' }
  return JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    lang: languages[0],
    dir: 'auto',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: brand.color,
    background_color: '#ffffff',
    icons: [
      { ...icon, src: '/icon.svg', purpose: 'any' },
      { ...icon, src: '/icon-maskable.svg', purpose: 'maskable' },
    ],
  })
}

/** Draws the logo on white, or the first letter of the name on the school's color. */
function iconOf({ brand, certificates }: Deps['config'], purpose: 'any' | 'maskable'): string {
  const { logo } = certificates.branding
  const isWhole = purpose === 'maskable'
  // Devices may cut all but the inner 80 % of a maskable one.
  const inset = isWhole ? 104 : 40
  const size = 512 - 2 * inset
  const [letter] = new Intl.Segmenter().segment(brand.name.trim())
  const picture =
    logo === undefined
      ? html`<text x="256" y="256" dy="0.35em" text-anchor="middle" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${isWhole ? 240 : 300}">${letter?.segment.toUpperCase()}</text>`
      : html`<image href="${logo}" x="${inset}" y="${inset}" width="${size}" height="${size}"/>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" rx="${isWhole ? 0 : 96}" fill="${logo === undefined ? brand.color : '#fff'}"/>${picture}</svg>`
    .source
}
