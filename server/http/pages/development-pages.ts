import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mailFolderOf, readMailbox, type StoredMail } from '../../adapters/mailer/file-mailer.ts'
import { sandboxEvent } from '../../adapters/payments/sandbox-payments.ts'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { findPayment } from '../../features/payments/find-payment.ts'
import { recordPayment } from '../../features/payments/record-payment.ts'
import type { Transaction } from '../../features/transactions/schema.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatMoney } from '../../lib/money.ts'
import type { Money } from '../../lib/schema.ts'
import { sendPage } from './page.ts'

/** Only in development: the mailbox of unsent mails, and the checkout of sandbox payments. */
export async function mountDevelopmentPages(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Other pages in the developer's browser must not read codes or make payments.
    scope.addHook('onSend', async (_request, reply) => {
      reply.removeHeader('access-control-allow-origin')
    })
    if (hasMailbox(deps.config)) mountMailbox(scope, deps)
    if (deps.payments?.name === 'sandbox') await mountSandboxPayments(scope, deps)
  })
}

/** Whether mails are kept for the mailbox at /dev/mail instead of being sent. */
export function hasMailbox({ production, smtpUrl }: Config): boolean {
  return !production && smtpUrl === undefined
}

function mountMailbox(app: FastifyInstance, { config }: Deps): void {
  const folder = mailFolderOf(config.dataDir)

  app.get('/dev/mail.json', async (request) => {
    const { to } = request.query as { to?: string | string[] }
    return { items: await readMailbox(folder, [to].flat()[0]) }
  })

  app.get('/dev/mail', async (_request, reply) => {
    const mails = await readMailbox(folder)
    return sendPage(reply, {
      title: 'Mailbox',
      body: html`<h1>Mailbox</h1>
<p class="muted">Mails that would have been sent, newest first. Set SMTP_URL to send them.</p>
${mails.length === 0 ? noMail : mails.map(describeMail)}`,
    })
  })
}

const noMail = html`<p class="muted">No mail yet. Register a user to see the verification code
here.</p>`

function describeMail({ subject, to, sentAt, text }: StoredMail): Html {
  return html`<article><h2>${subject}</h2>
<p class="muted">To ${to}, ${sentAt}</p>
<pre>${text}</pre></article>`
}

async function mountSandboxPayments(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get('/sandbox/payments/:reference', async (request, reply) => {
    const reference = referenceOf(request)
    const { lines, total, status } = await findPayment(deps, { provider: 'sandbox', reference })
    return sendPage(reply, {
      title: 'Sandbox payment',
      body: html`<h1>Sandbox payment</h1>
<p class="muted">No real money is involved.</p>
<table><tbody>${lines.map(describeLine)}</tbody>
<tfoot><tr><th>Total</th><th>${formatMoney(total)}</th></tr></tfoot></table>
${status === 'pending' ? buttons(reference, total) : describeStatus(status)}`,
    })
  })

  // The browser's form sends no JSON; it has no fields, so its body is ignored.
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

function describeLine({ title, price, discount }: Transaction['lines'][number]): Html {
  const charged = formatMoney({ ...price, amount: price.amount - discount.amount })
  return html`<tr><td>${title}</td><td>${charged}</td></tr>`
}

function buttons(reference: string, total: Money): Html {
  const action = `/sandbox/payments/${reference}`
  return html`<form method="post" action="${action}/pay">
<button>Pay ${formatMoney(total)}</button></form>
<form method="post" action="${action}/decline">
<button class="secondary">Decline</button></form>`
}

const statusTexts: Partial<Record<Transaction['status'], string>> = {
  fulfilled: 'Payment received. You are enrolled.',
  failed: 'Payment declined; nothing was charged.',
  expired: 'This payment has expired; nothing was charged.',
  canceled: 'This payment was canceled; nothing was charged.',
}

function describeStatus(status: Transaction['status']): Html {
  const text = statusTexts[status] ?? `This payment is ${status.replace('_', ' ')}.`
  return html`<p><strong>${text}</strong></p>`
}

/** Answers like a provider whose checkout was closed. */
function sendGone(reply: FastifyReply): FastifyReply {
  const body = html`<h1>Sandbox payment</h1>
<p><strong>This purchase was canceled and can no longer be paid.</strong></p>`
  return sendPage(reply.code(410), { title: 'Sandbox payment', body })
}

function referenceOf(request: FastifyRequest): string {
  const { reference } = request.params as { reference: string }
  if (reference.includes('\0')) throw new AppError('TransactionNotFound')
  return reference
}
