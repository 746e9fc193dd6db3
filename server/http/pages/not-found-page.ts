import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../lib/html.ts'
import type { Deps } from '../../context.ts'
import { readPageNames, sendAppPage } from '../academy/serve-academy.ts'
import { closeUnreadBody } from '../send-problem.ts'
import { addVary } from '../vary.ts'
import { sendPage } from './page.ts'

/** Sends a page to a browser at an address of no page; undefined leaves it to others. */
export type SendNotFoundPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | FastifyReply | undefined

/**
 * Returns the sender of such pages. Programs get JSON everywhere, and everybody does below the
 * first segment of an API route. Reads routes on the first miss, because they are mounted later.
 */
export function notFoundPage(deps: Deps, routes: ReadonlyMap<string, unknown>): SendNotFoundPage {
  const { academy, config } = deps
  let apiSegments: Set<string> | undefined
  return (request, reply) => {
    apiSegments ??= new Set([...routes.keys()].map(firstSegment)).difference(pageNamesOf(deps))
    if (!['GET', 'HEAD'].includes(request.method)) return undefined
    const coursePage = academy && coursePageOf(request.url)
    if (apiSegments.has(firstSegment(request.url)) && coursePage === undefined) return undefined
    addVary(reply, 'accept')
    if (!prefersHtml(request.headers.accept)) return undefined

    closeUnreadBody(request, reply)
    if (coursePage !== undefined) return reply.redirect(coursePage)
    reply.status(404).header('cache-control', 'no-store')
    if (academy?.state === 'ready') return sendAppPage(deps, request, reply)
    const { name, color } = config.brand
    const title = 'There is nothing at this address'
    return sendPage(reply, { title, body: html`<h1>${title}</h1>\n<a href="/">${name}</a>`, color })
  }
}

function pageNamesOf({ academy }: Deps): Set<string> {
  return new Set(academy === undefined ? [] : readPageNames())
}

/** Returns the first segment of a URL, which may be a whole one (RFC 9112, absolute-form). */
function firstSegment(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[/?#]/, 2)[1] ?? ''
}

/** Returns the page that people mean who shorten an address of the API: `/courses/knots`. */
function coursePageOf(url: string): string | undefined {
  const [found, course] = /^\/courses(?:\/([\w-]+))?\/?(?:\?|$)/.exec(url) ?? []
  if (found === undefined) return undefined
  return course === undefined ? '/' : `/course/${course}`
}

/** Whether it names HTML, as browsers that open an address do, and likes JSON no better. */
function prefersHtml(accept = ''): boolean {
  const quality = qualityOf('text/html', accept)
  return quality > 0 && quality >= qualityOf('application/json', accept)
}

/** Reads how much an Accept header (RFC 9110, 12.5.1) likes a type that it names; 0 for others. */
function qualityOf(type: string, accept: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim()))
  const [found, ...parameters] = ranges.find(([name]) => name?.toLowerCase() === type) ?? []
  if (found === undefined) return 0
  const quality = parameters.find((one) => one.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2))
}
