import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../../../lib/html.ts'
import { isLoopbackHost, isLoopbackIp } from '../../../lib/loopback.ts'
import { formatMoney } from '../../../lib/money.ts'
import type { Money } from '../../../lib/schema.ts'
import { mailFolderOf, readMailbox, type StoredMail } from '../../adapters/mailer/file-mailer.ts'
import { returnUrlFor } from '../../adapters/payments/return-url.ts'
import { sandboxEvent } from '../../adapters/payments/sandbox-payments.ts'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { findPayment } from '../../features/shop/payments/find-payment.ts'
import { recordPayment } from '../../features/shop/payments/record-payment.ts'
import type { Transaction } from '../../features/shop/transactions/schema.ts'
import { sendPage } from './page.ts'

/** Mounts in development only: the mailbox of unsent mails, the checkout of sandbox payments. */
export async function mountDevelopmentPages(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, deps.config)))
    // Keeps other pages in the developer's browser from reading codes or making payments.
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

/** Whether a request comes from the developer, whom alone these pages answer. */
export function mayBeDeveloper(request: FastifyRequest, config: Config): boolean {
  return !config.production && refusalOf(request, config) === undefined
}

/** Headers that proxies add: behind one, every client looks like this machine. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Refuses other machines, unless admitted on purpose, and other names of this one: a page whose own
 * name leads here (DNS rebinding) could read the answer.
 */
function refusalOf(
  { headers, socket, raw }: FastifyRequest,
  { publicUrl, publicDevelopment }: Config,
): AppError | undefined {
  const hostname = (raw.headers.host ?? '').replace(/:\d*$/, '').toLowerCase()
  if (!isLoopbackHost(hostname) && hostname !== new URL(publicUrl).hostname)
    return new AppError('Forbidden', {
      message: `This page answers only at ${publicUrl} and at localhost.`,
    })
  const isForwarded = forwarding.some((name) => headers[name] !== undefined)
  if (publicDevelopment || (isLoopbackIp(socket.remoteAddress ?? '') && !isForwarded))
    return undefined
  return new AppError('Forbidden', {
    message:
      'In development this page answers only the machine that the server runs on, and not ' +
      'through a proxy. See ALLOW_PUBLIC_DEVELOPMENT in docs/configuration.md.',
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
    const { transaction, returnUrl } = await findPayment(deps, { provider: 'sandbox', reference })
    const { id, lines, total, status } = transaction
    const returns = {
      done: returnUrlFor(returnUrl, id, 'done'),
      canceled: returnUrlFor(returnUrl, id, 'canceled'),
    }
    return sendPage(reply, {
      title: 'Sandbox payment',
      formTarget: new URL(returnUrl).origin,
      body: html`<h1>Sandbox payment</h1>
<p class="muted">No real money is involved.</p>
<table><tbody>${lines.map(describeLine)}</tbody>
<tfoot><tr><th>Total</th><th>${formatMoney(total)}</th></tr></tfoot></table>
${status === 'pending' ? buttons(reference, total) : describeStatus(status)}
${linkBack(status, returns)}`,
    })
  })

  // Ignores the body of the browser's form, which has no fields and is no JSON.
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
        const sought = { provider: 'sandbox', reference } as const
        const { transaction, returnUrl } = await findPayment(deps, sought)
        const { id, total, status } = transaction
        if (isOver(status)) return sendGone(reply, returnUrlFor(returnUrl, id, 'canceled'))
        const event = sandboxEvent({ kind, transactionId: id, amount: total })
        await recordPayment(deps, 'sandbox', event)
        // Leads back to the shop once paid, like a real provider; a decline stays here.
        const page = `/sandbox/payments/${reference}`
        return reply.redirect(kind === 'paid' ? returnUrlFor(returnUrl, id, 'done') : page, 303)
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

/** Links back to the frontend, which shows the outcome and lets the learner try again. */
function linkBack(
  status: Transaction['status'],
  returns: { done: string; canceled: string },
): Html {
  if (status === 'pending') return html`<p><a href="${returns.canceled}">Cancel and return</a></p>`
  if (isOver(status)) return html`<p><a href="${returns.canceled}">Return and try again</a></p>`
  return html`<p><a href="${returns.done}">Return</a></p>`
}

/** Whether nothing was charged, and nothing will be. */
function isOver(status: Transaction['status']): boolean {
  return status === 'failed' || status === 'expired' || status === 'canceled'
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
function sendGone(reply: FastifyReply, returnUrl: string): FastifyReply {
  const body = html`<h1>Sandbox payment</h1>
<p><strong>This purchase was canceled and can no longer be paid.</strong></p>
<p><a href="${returnUrl}">Return and try again</a></p>`
  return sendPage(reply.code(410), { title: 'Sandbox payment', body })
}

function referenceOf(request: FastifyRequest): string {
  const { reference } = request.params as { reference: string }
  if (reference.includes('\0')) throw new AppError('TransactionNotFound')
  return reference
}
