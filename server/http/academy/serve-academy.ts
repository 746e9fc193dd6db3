import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../../../lib/html.ts'
import { academyFolder } from '../../config/academy-settings.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { toSummary } from '../../features/courses/courses/summary.ts'
import { academyLanguageOf } from '../../texts/academy.ts'
import { hashOf, sendPage } from '../pages/page.ts'
import { addVary } from '../vary.ts'
import type { Academy } from './academy.ts'
import { documentOf, stylesOf } from './document.ts'
import { mountInstalled } from './installed.ts'
import { findPublicCourse, findPublicPage } from './public-pages.ts'
import { mountSitemap } from './sitemap.ts'

/**
 * Returns what the pages may load. Scripts are only files of this server, and so are styles, but for
 * those that paint the document at once; pictures and videos may be anywhere, because courses link
 * to them. Files go straight to a bucket, if there is one.
 */
function policyFor({ media, config }: Pick<Deps, 'media' | 'config'>): string {
  // Files have addresses of the public name, under which this page may not have been opened.
  const own = `'self' ${new URL(config.publicUrl).origin}`
  // A script that plays streams reads them, and hands them to the player as a blob.
  const streams = config.streamOrigins
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${stylesOf(config).map(hashOf).join(' ')}`,
    "font-src 'self'",
    `img-src ${own} https: data:`,
    `media-src ${own} https:${streams.length > 0 ? ' blob:' : ''}`,
    ['connect-src', "'self'", ...(media.direct === undefined ? streams : ['https:'])].join(' '),
    'frame-src https://www.youtube-nocookie.com',
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Ends the worker of visitors who knew the academy before it was turned off. */
const lastWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', () => self.registration.unregister())
`

/** Mounts the pages of the app, and what they load, except `/`, mounted by the start page. */
export function mountAcademy(app: FastifyInstance, deps: Deps): void {
  const { academy } = deps
  if (academy === undefined) {
    app.get('/sw.js', (_request, reply) => reply.type('text/javascript').send(lastWorker))
    return
  }
  mountInstalled(app, deps)
  mountSitemap(app, deps)
  const page = (request: FastifyRequest, reply: FastifyReply) => sendAppPage(deps, request, reply)
  for (const name of readPageNames()) {
    app.get(`/${name}`, page)
    app.get(`/${name}/*`, page)
    app.get(`/${name}/`, (_request, reply) => reply.redirect(`/${name}`, 308))
  }

  // Leads previews of links to the picture, whose own address expires in minutes.
  app.get('/course/:course/cover', async (request, reply) => {
    const { course: name } = request.params as { course: string }
    const course = await findPublicCourse(deps, name)
    const cover = course && toSummary(deps, course).cover
    if (!cover) throw new AppError('NotFound')
    return reply.header('cache-control', 'public, max-age=60').redirect(cover)
  })

  // Serves files whose names change with their content.
  app.get('/assets/:name', { config: { isMedia: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const send = academy.find(`assets/${name}`)
    if (send === undefined) throw new AppError('NotFound')
    await send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'))
    return reply
  })
  app.get('/sw.js', { config: { isMedia: true } }, (request, reply) => {
    const send = academy.find('sw.js')
    if (send === undefined) throw new AppError('NotFound')
    // Gives the worker its own policy: it fetches what pages ask for.
    reply.header('content-security-policy', "default-src 'none'; connect-src 'self'")
    return send(request, reply)
  })
}

/** Sends the one document of the app, filled with what the page of the address is. */
export async function sendAppPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { academy, config } = deps
  if (academy?.state !== 'ready') {
    // Makes the browser ask again by itself.
    if (academy?.state === 'building') reply.header('refresh', '2')
    const { name, color } = config.brand
    const body = html`<h1><bdi>${name}</bdi></h1>${academy && stateOf(academy)}`
    return sendPage(reply, { title: name, body, color })
  }

  const [path = '/'] = request.url.split('?', 1)
  const language = academyLanguageOf(config.languages, {
    wish: Object(request.query).lang,
    accepted: request.headers['accept-language'],
  })
  const isFound = reply.statusCode === 200
  const page = isFound ? await findPublicPage(deps, { path, language }) : { status: 404 as const }
  const send = academy.page((index) => documentOf(index, { config, language, page }))
  if (page.status === 404) reply.status(404).header('cache-control', 'no-store')
  addVary(reply, 'accept-language')
  reply.headers({
    'content-security-policy': policyFor(deps),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  })
  await send?.(request, reply)
  return reply
}

/** Returns what a page shows in place of the app, or about it. */
export function stateOf({ state }: Academy): Html {
  if (state === 'ready') return html`<p><a href="/">Go to the academy</a></p>`
  return state === 'building'
    ? html`<p>The pages of the school are being built. This page shows them in a moment.</p>`
    : html`<p>The pages of the school could not be built: the log of the server says why.</p>`
}

/** Returns first segments of its addresses; a test of the app holds them against its routes. */
export function readPageNames(): string[] {
  return JSON.parse(readFileSync(join(academyFolder, 'pages.json'), 'utf8'))
}
