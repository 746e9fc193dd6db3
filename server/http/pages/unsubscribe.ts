import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../lib/html.ts'
import type { Deps } from '../../context.ts'
import { stopMails } from '../../features/people/me/stop-mails.ts'
import { readUnsubscription } from '../../security/key-ring/unsubscriptions.ts'
import { mailTextsIn, preferredLanguage } from '../../texts/texts.ts'
import { type Endpoint, htmlPage, inPath } from '../endpoints/endpoints.ts'
import { addVary } from '../vary.ts'
import { sendPage } from './page.ts'

/**
 * Ends mails of a kind, for whoever has the address in each of them (RFC 8058). Tells nothing about
 * the account, not even whether there is one.
 */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  // Changes nothing on a look: scanners of mails follow links.
  app.get('/unsubscribe/:token', async (request, reply) => {
    const found = readUnsubscription(deps.keys, tokenOf(request))
    return send(deps, { request, reply, says: found?.ends ?? 'unknown' })
  })

  // Ignores the body: mail apps and forms send no JSON, and nothing beyond the address.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post('/unsubscribe/:token', { bodyLimit: 10_000 }, async (request, reply) => {
      const found = await stopMails(deps, tokenOf(request))
      return send(deps, { request, reply, says: found === undefined ? 'unknown' : 'done' })
    })
  })
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token
}

function send(
  { config: { brand, languages } }: Deps,
  {
    request,
    reply,
    says,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    says: 'announcements' | 'reminders' | 'done' | 'unknown'
  },
): FastifyReply {
  addVary(reply, 'accept-language')
  const language = preferredLanguage(request.headers['accept-language'], languages)
  const { unsubscribe: texts } = mailTextsIn(language)
  const isAsked = says === 'announcements' || says === 'reminders'
  const form = isAsked
    ? html`<form method="post"><button>${texts.button}</button></form>`
    : undefined
  return sendPage(says === 'unknown' ? reply.code(404) : reply, {
    title: brand.name,
    body: html`<h1><bdi>${brand.name}</bdi></h1>
<p>${isAsked ? texts.question[says] : texts[says]}</p>
${form}`,
    language,
    color: brand.color,
  })
}

const shared = {
  tag: 'me',
  parameters: [inPath('token', 'Names the account and the mails, and is signed', 'a.b.c.d')],
  content: htmlPage,
  pages: { 404: 'The address is not complete, or not one of ours' },
} satisfies Partial<Endpoint>

export const takesAnyQuery = true

export const endpoints: Endpoint[] = [
  {
    ...shared,
    route: 'GET /unsubscribe/{token}',
    operationId: 'me_unsubscribe_page',
    summary: 'Show the button that ends mails of a kind',
    description:
      'A page with one button. The address stands in each announcement and reminder, and works ' +
      'without a sign-in and for ever. Changes nothing.',
  },
  {
    ...shared,
    route: 'POST /unsubscribe/{token}',
    operationId: 'me_unsubscribe',
    summary: 'End mails of a kind',
    description:
      'What the button does, and mail apps by themselves (RFC 8058, `List-Unsubscribe-Post`): ' +
      'takes a body of any type and ignores it. Doing it again changes nothing. The answer says ' +
      'nothing about the account.',
    errors: ['PayloadTooLarge'],
  },
]
