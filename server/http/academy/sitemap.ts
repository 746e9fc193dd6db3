import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { listSitemapPages, listSitemapStarts } from '../../../db/queries/courses/courses/sitemap.ts'
import { html } from '../../../lib/html.ts'
import { isId } from '../../../lib/ids.ts'
import { isCataloguePublic } from '../../config/school-config.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'

/** A tenth of what the protocol allows: a page is one short statement, and some 500 kB. */
const pagesOfSitemap = 5_000
const hour = 3_600_000
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Mounts the list of the pages that search engines may show: one, or a list of lists. */
export function mountSitemap(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps
  // Counts all courses, so it is made once an hour.
  const made = new LRUCache<string, Promise<string>>({ max: 20, ttl: hour })
  const once = (name: string, make: () => Promise<string>) => {
    const found = made.get(name) ?? make()
    made.set(name, found, { noUpdateTTL: true })
    found.catch(() => made.delete(name))
    return found
  }

  app.get('/sitemap.xml', async (_request, reply) => {
    const text = isCataloguePublic(config) ? await once('', wholeOf) : urlsOf([{ path: '/' }])
    return reply.type('application/xml').header('cache-control', 'public, max-age=3600').send(text)
  })
  app.get('/sitemaps/:start.xml', async (request, reply) => {
    const { start } = request.params as { start: string }
    if (!isCataloguePublic(config) || !isId(start)) throw new AppError('NotFound')
    const text = await once(start, () => pageFrom(start))
    return reply.type('application/xml').header('cache-control', 'public, max-age=3600').send(text)
  })

  async function wholeOf(): Promise<string> {
    const starts = await listSitemapStarts(db, pagesOfSitemap)
    if (starts.length < 2) return pageFrom(starts[0])
    const maps = starts.map(
      (start) => html`<sitemap><loc>${config.publicUrl}/sitemaps/${start}.xml</loc></sitemap>\n`,
    )
    return head + html`<sitemapindex xmlns="${schema}">\n${maps}</sitemapindex>\n`.source
  }

  async function pageFrom(start: string | undefined): Promise<string> {
    const rows =
      start === undefined ? [] : await listSitemapPages(db, { start, limit: pagesOfSitemap })
    const courses = rows.map(({ slug, publishedAt }) => ({ path: `/course/${slug}`, publishedAt }))
    return urlsOf([{ path: '/' }, ...courses])
  }

  function urlsOf(pages: { path: string; publishedAt?: Date }[]): string {
    const urls = pages.map(({ path, publishedAt }) => {
      const since = publishedAt && html`<lastmod>${publishedAt.toISOString()}</lastmod>`
      return html`<url><loc>${config.publicUrl}${path}</loc>${since}</url>\n`
    })
    return head + html`<urlset xmlns="${schema}">\n${urls}</urlset>\n`.source
  }
}
