import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mailFolderOf, readMailbox } from '../../adapters/mailer/mailer.ts'
import { sandboxEvent } from '../../adapters/payments/payments.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { findPayment, recordPayment } from '../../features/payments/record-payment.ts'
import { html } from '../../lib/html.ts'
import { formatMoney } from '../../lib/money.ts'
import { sendPage } from './page.ts'

/** Only in development: the mails that were not sent, and the page where one pays without money. */
export async function mountDevelopmentPages(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Codes and payments are not for whatever other page is open in the developer's browser.
    scope.addHook('onSend', async (_request, reply) => {
      reply.removeHeader('access-control-allow-origin')
    })
    if (deps.config.smtpUrl === undefined) mountMailbox(scope, deps)
    if (deps.payments?.name === 'sandbox') await mountSandboxPayments(scope, deps)
  })
}

function mountMailbox(app: FastifyInstance, { config }: Deps): void {
  const folder = mailFolderOf(config.dataDir)

  app.get('/dev/mail.json', async (request) => {
    const { to } = request.query as { to?: string | string[] }
    return { items: await readMailbox(folder, [to].flat()[0]) }
  })

  app.get('/dev/mail', async (_request, reply) => {
    const mails = await readMailbox(folder)
    const none = html`<p class="muted">No mail yet. Register a user, and the code to verify the email comes here.</p>`
    return sendPage(reply, {
      title: 'Mailbox',
      body: html`<h1>Mailbox</h1><p class="muted">Mails that would have been sent, newest first. Set SMTP_URL to send them.</p>
${mails.length === 0 ? none : mails.map((mail) => html`<article><h2>${mail.subject}</h2><p class="muted">To ${mail.to}, ${mail.sentAt}</p><pre>${mail.text}</pre></article>`)}`,
    })
  })
}

async function mountSandboxPayments(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get('/sandbox/payments/:reference', async (request, reply) => {
    const reference = referenceOf(request)
    const { lines, total, status } = await findPayment(deps, { provider: 'sandbox', reference })
    const buttons = html`<form method="post" action="/sandbox/payments/${reference}/pay"><button>Pay ${formatMoney(total)}</button></form>
<form method="post" action="/sandbox/payments/${reference}/decline"><button class="secondary">Decline</button></form>`
    return sendPage(reply, {
      title: 'Sandbox payment',
      body: html`<h1>Sandbox payment</h1><p class="muted">No money moves here.</p>
<table><tbody>${lines.map(({ title, price, discount }) => html`<tr><td>${title}</td><td>${formatMoney({ ...price, amount: price.amount - discount.amount })}</td></tr>`)}</tbody>
<tfoot><tr><th>Total</th><th>${formatMoney(total)}</th></tr></tfoot></table>
${status === 'pending' ? buttons : html`<p><strong>This payment is ${status === 'fulfilled' ? 'done: you are enrolled' : status.replace('_', ' ')}.</strong></p>`}`,
    })
  })

  // The browser's form sends no JSON; it has no fields either, so nothing of it is read.
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, done) => done(null, undefined),
    )
    for (const [decision, kind] of [
      ['pay', 'paid'],
      ['decline', 'declined'],
    ] as const) {
      scope.post(`/sandbox/payments/:reference/${decision}`, async (request, reply) => {
        const reference = referenceOf(request)
        const { id, total, status } = await findPayment(deps, { provider: 'sandbox', reference })
        if (status === 'failed' || status === 'expired' || status === 'canceled')
          return sendGone(reply)
        await recordPayment(
          deps,
          'sandbox',
          sandboxEvent({ kind, transactionId: id, amount: total }),
        )
        return reply.redirect(`/sandbox/payments/${reference}`, 303)
      })
    }
  })
}

/** As at a provider whose checkout was closed. */
function sendGone(reply: FastifyReply): FastifyReply {
  const body = html`<h1>Sandbox payment</h1><p><strong>This purchase was given up: it cannot be paid any more.</strong></p>`
  return sendPage(reply.code(410), { title: 'Sandbox payment', body })
}

function referenceOf(request: FastifyRequest): string {
  const { reference } = request.params as { reference: string }
  if (reference.includes('\0')) throw new AppError('TransactionNotFound')
  return reference
}
