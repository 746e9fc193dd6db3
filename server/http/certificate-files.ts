import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import { AppError } from '../errors.ts'
import { formatCode } from '../features/certificates/code.ts'
import { pdfOf } from '../features/certificates/print-certificate.ts'
import type { Verification } from '../features/certificates/schema.ts'
import { findByTypedCode, verifyCertificate } from '../features/certificates/verify-certificate.ts'
import { type Html, html } from '../html.ts'
import { limitKeyOf } from './client-address.ts'
import { sendPage } from './page.ts'

/** The PDF, for everyone who has its code, and the page that people come to from its QR code. */
export function mountCertificateFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/certificates/:file', async (request, reply) => {
    const [, code] = /^(.+)\.pdf$/i.exec(parameterOf(request, 'file')) ?? []
    if (code === undefined) throw new AppError('NotFound')
    await deps.limits.take('verificationsPerAddress', limitKeyOf(request.ip))
    const certificate = await findByTypedCode(deps, code)

    const pdf = await pdfOf(deps, certificate)
    return reply
      .header('content-disposition', `attachment; filename="certificate-${formatCode(certificate.code)}.pdf"`)
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })

  app.get('/verify/:code', async (request, reply) => {
    const ctx = { ...deps, address: limitKeyOf(request.ip) }
    const found = await verifyCertificate(ctx, { code: parameterOf(request, 'code') }).catch((error: unknown) => {
      if (error instanceof AppError && error.name === 'CertificateNotFound') return error
      throw error
    })
    if (found instanceof AppError) {
      const body = html`<h1>No certificate found</h1><p class="bad">${found.message}</p>`
      return sendPage(reply.status(404), { title: 'No certificate found', body })
    }
    return sendPage(reply, { title: `Certificate ${found.verificationCode}`, body: verificationPage(found) })
  })
}

function verificationPage({ status, revokedAt, learnerName, courseTitle, completedOn, issuer, verificationCode }: Verification): Html {
  const verdict = {
    issued: html`<p class="good"><strong>✓ This certificate is valid.</strong></p>`,
    revoked: html`<p class="bad"><strong>✗ This certificate was revoked${revokedAt === undefined ? '' : ` on ${revokedAt.slice(0, 10)}`}.</strong></p>`,
    superseded: html`<p class="bad"><strong>This certificate was replaced by a newer one.</strong></p>`,
  }[status]
  return html`<h1>Certificate of completion</h1>${verdict}
<dl><dt>Learner</dt><dd>${learnerName}</dd><dt>Course</dt><dd>${courseTitle}</dd><dt>Completed on</dt><dd>${completedOn}</dd>
<dt>Issued by</dt><dd>${issuer}</dd><dt>Code</dt><dd><code>${verificationCode}</code></dd></dl>`
}

function parameterOf(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}
