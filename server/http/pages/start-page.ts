import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../context.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Brand } from '../../texts/brand.ts'
import { type Endpoint, htmlPage, jsonContent } from '../endpoints/endpoints.ts'
import { addVary } from '../vary.ts'
import { hasMailbox } from './development-pages.ts'
import { sendPage } from './page.ts'

const description = 'The backend of an online learning platform.'

interface Link {
  name: string
  path: string
  title: string
}

const links: Link[] = [
  { name: 'docs', path: '/docs', title: 'Read and try the API' },
  { name: 'errors', path: '/docs/errors', title: 'Read about each error' },
  { name: 'openapi', path: '/openapi.json', title: 'Get the OpenAPI document' },
  { name: 'signIn', path: '/docs#/auth/auth_login', title: 'Log in, with the API' },
  { name: 'verify', path: '/verify', title: 'Verify a certificate' },
]
const mailbox: Link = { name: 'mailbox', path: '/dev/mail', title: 'Read the mails of this server' }

/** `/`: says what runs here, as a page or, where `Accept` asks for it, as JSON. */
export function mountStartPage(app: FastifyInstance, { config }: Deps): void {
  const shown = hasMailbox(config) ? [...links, mailbox] : links
  const { name, color } = config.brand
  const hasLogo = config.certificates.branding.logo !== undefined
  const body = html`${hasLogo ? logo : undefined}<h1><bdi>${name}</bdi></h1>
<p>${description}</p>
<ul>${shown.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
${footerOf(config.brand)}`
  const summary = {
    name,
    description,
    links: Object.fromEntries(shown.map(({ name, path }) => [name, `${config.publicUrl}${path}`])),
  }

  app.get('/', (request, reply) => {
    addVary(reply, 'accept')
    return prefersJson(request.headers.accept)
      ? reply.header('cache-control', 'no-store').send(summary)
      : sendPage(reply, { title: name, body, color })
  })
}

const logo = html`<img class="logo" src="/verify/assets/logos/settings" alt="">
`

function footerOf({ lines, support }: Brand): Html | undefined {
  if (lines.length === 0 && support === undefined) return undefined
  const href = support?.includes('://') === false ? `mailto:${support}` : support
  const help = href === undefined ? undefined : html`<p><a href="${href}">${support}</a></p>\n`
  return html`<footer>${lines.map((line) => html`<p><bdi>${line}</bdi></p>\n`)}${help}</footer>`
}

function prefersJson(accept = ''): boolean {
  return /\bapplication\/([\w.-]+\+)?json\b/.test(accept) && !accept.includes('text/html')
}

export const startPageEndpoints: Endpoint[] = [
  {
    route: 'GET /',
    operationId: 'service_start',
    tag: 'service',
    summary: 'Find out what runs here',
    description:
      'A page that links to the documentation and, in development, to the mailbox. As JSON if ' +
      '`Accept` asks for it.',
    content: {
      ...htmlPage,
      ...jsonContent(
        {
          type: 'object',
          properties: {
            name: { type: 'string' },
            description: { type: 'string' },
            links: {
              type: 'object',
              description: 'URLs by name: docs, errors, openapi, signIn, verify, mailbox',
            },
          },
          required: ['name', 'description', 'links'],
        },
        {
          name: 'Lyceum',
          description,
          links: { docs: 'http://localhost:3000/docs', verify: 'http://localhost:3000/verify' },
        },
      ),
    },
  },
]
