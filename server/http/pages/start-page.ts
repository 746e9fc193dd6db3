import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findUserByEmail } from '../../../db/queries/people/users/users.ts'
import { type Html, html } from '../../../lib/html.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Deps } from '../../context.ts'
import { demoAccounts } from '../../demo/demo-accounts.ts'
import type { Brand } from '../../texts/brand.ts'
import { legalLinksOf } from '../../texts/legal.ts'
import { sendAppPage, stateOf } from '../academy/serve-academy.ts'
import { type Endpoint, htmlPage, jsonContent } from '../endpoints/endpoints.ts'
import { addVary } from '../vary.ts'
import { hasMailbox, mayBeDeveloper } from './development-pages.ts'
import { sendPage } from './page.ts'

const { version } = packageJson
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

/**
 * Mounts `/`, which tells what runs here, as JSON if `Accept` asks for it. Browsers get the academy
 * once it is ready, and otherwise the page that is always at `/about`.
 */
export function mountStartPage(app: FastifyInstance, deps: Deps): void {
  const { config, db, academy } = deps
  const shown = hasMailbox(config) ? [...links, mailbox] : links
  const bodyFor = async (request: FastifyRequest) => {
    const hasLogo = config.certificates.branding.logo !== undefined
    const demo = mayBeDeveloper(request, config) && (await hasDemo(db)) ? demoAccounts : []
    return html`${hasLogo ? logo : undefined}<h1><bdi>${config.brand.name}</bdi></h1>
<p>${description} Version ${version}.</p>
${academy === undefined ? undefined : stateOf(academy)}
<ul>${shown.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
${demo.length > 0 ? demoTable(demo) : undefined}${config.production ? undefined : firstCourse}
${footerOf(config.brand)}`
  }
  const summary = {
    description,
    version,
    links: Object.fromEntries(shown.map(({ name, path }) => [name, `${config.publicUrl}${path}`])),
  }

  app.get('/', async (request, reply) => {
    addVary(reply, 'accept')
    if (prefersJson(request.headers.accept))
      return reply.header('cache-control', 'no-store').send({ name: config.brand.name, ...summary })
    if (academy?.state === 'ready') return sendAppPage(deps, request, reply)
    if (academy?.state === 'building') reply.header('refresh', '2')
    return sendAbout(request, reply)
  })
  app.get('/about', sendAbout)

  async function sendAbout(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { name, color } = config.brand
    return sendPage(reply, { title: name, body: await bodyFor(request), color })
  }
}

const hasDemo = async (db: Deps['db']) =>
  (await findUserByEmail(db, demoAccounts[0].email)) !== undefined

function demoTable(accounts: readonly (typeof demoAccounts)[number][]): Html {
  const rows = accounts.map(
    ({ role, email, password }) =>
      html`<tr><td>${role}</td><td>${email}</td><td><code>${password}</code></td></tr>`,
  )
  return html`<h2>Demo accounts</h2>
<table><thead><tr><th>Role</th><th>Email</th><th>Password</th></tr></thead>
<tbody>${rows}</tbody></table>
`
}

const firstCourse = html`<h2>Your first course</h2>
<p>Write a folder with a <code>course.yaml</code> and its lessons in Markdown, or take a book of
mdBook, Jupyter Book and others as it is. Beside the server:</p>
<pre>npm run lyceum -- course import ./my-course</pre>
<p>What a folder holds is in <code>docs/authoring.md</code>, other formats are in
<code>docs/formats.md</code>; the API writes courses too.</p>
`

const logo = html`<img class="logo" src="/verify/assets/logos/settings" alt="">
`

function footerOf(brand: Brand): Html | undefined {
  const { lines, support } = brand
  const links = legalLinksOf(brand, ['en'])
  if (lines.length + links.length === 0 && support === undefined) return undefined
  const href = support?.includes('://') === false ? `mailto:${support}` : support
  const help = href === undefined ? undefined : html`<p><a href="${href}">${support}</a></p>\n`
  return html`<footer>${lines.map((line) => html`<p><bdi>${line}</bdi></p>\n`)}${help}${links.length === 0 ? undefined : html`<p>${links}</p>`}</footer>`
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
      'The frontend of the school, or where there is none (`ACADEMY=off`) a page that links to the documentation. In development it also links to the mailbox and ' +
      'names the demo accounts. As JSON if `Accept` asks for it.',
    content: {
      ...htmlPage,
      ...jsonContent(
        {
          type: 'object',
          properties: {
            name: { type: 'string' },
            description: { type: 'string' },
            version: { type: 'string' },
            links: {
              type: 'object',
              description: 'URLs by name: docs, errors, openapi, signIn, verify, mailbox',
            },
          },
          required: ['name', 'description', 'version', 'links'],
        },
        {
          name: 'Lyceum',
          description,
          version,
          links: { docs: 'http://localhost:3000/docs', verify: 'http://localhost:3000/verify' },
        },
      ),
    },
  },
  {
    route: 'GET /about',
    operationId: 'service_about',
    tag: 'service',
    summary: 'Read what runs here',
    description: 'The same for everybody, whether or not there is a frontend at `/`.',
    content: htmlPage,
  },
]
