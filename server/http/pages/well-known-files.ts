import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../context.ts'

const year = 365 * 24 * 3_600_000

/** Mounts what browsers, crawlers, security researchers and assistants ask every site for. */
export function mountWellKnownFiles(app: FastifyInstance, { config, now, academy }: Deps): void {
  const { publicUrl, brand } = config
  const { name, color, support } = brand
  const asPage = support?.includes('://') === true
  const contact = support === undefined ? publicUrl : asPage ? support : `mailto:${support}`
  const files: Record<string, { type: string; text: () => string }> = {
    '/favicon.ico': { type: 'image/svg+xml', text: () => iconOf(color) },
    '/robots.txt': {
      type: 'text/plain; charset=utf-8',
      text: () => robotsOf(academy && publicUrl),
    },
    '/.well-known/security.txt': {
      type: 'text/plain; charset=utf-8',
      // Sets a future date, as RFC 9116 wants: this server is here to answer.
      text: () =>
        [
          `Contact: ${contact}`,
          `Expires: ${new Date(now().getTime() + year).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
    },
    '/llms.txt': { type: 'text/plain; charset=utf-8', text: () => forAssistants(name, publicUrl) },
  }
  for (const [url, { type, text }] of Object.entries(files))
    app.get(url, { config: { isForAnyOrigin: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text()),
    )
}

/** Keeps search engines from listing pages about people and the API. */
function robotsOf(academyUrl: string | undefined): string {
  const rules = ['User-agent: *', 'Disallow: /api/', 'Disallow: /trpc/', 'Disallow: /dev/']
  const map = academyUrl === undefined ? [] : [`Sitemap: ${academyUrl}/sitemap.xml`]
  return [...rules, ...map, ''].join('\n')
}

function iconOf(color = '#27508f'): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="${color}"/>` +
    '<path d="M11 7v18h11" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="square"/>' +
    '</svg>'
  )
}

/** Writes it in the form of llmstxt.org. */
function forAssistants(name: string, url: string): string {
  return `# ${name}

> The API of an online learning platform that runs on Lyceum: accounts, courses made of lessons,
> progress, cart and purchases, certificates that anyone can verify.

Log in with \`POST ${url}/api/v1/auth/login\` (\`{"email": "…", "password": "…"}\`) and send the
\`token\` of the answer as \`Authorization: Bearer …\`. Failures have a stable \`error\`, a
\`message\` that says what to do, and \`facts\`. Lists are paged by \`cursor\` and \`nextCursor\`.
TypeScript frontends use the package \`@lyceum/sdk\`: every operation of the document has its call
there as \`x-sdk\`, such as \`lyceum.courses.list.query()\`.

## Reference

- [OpenAPI document](${url}/openapi.json): every operation, with examples and errors
- [Errors](${url}/docs/errors): each error, its cause and what to do
- [Settings for frontends](${url}/api/v1/config): name, colors, sign-in, limits, currencies
- [Operations](${url}/docs): the same, to be read and tried in a browser
- [Verify a certificate](${url}/verify)
`
}
