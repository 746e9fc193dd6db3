import type { FastifyInstance } from 'fastify'
import type { CertificateRow } from '../../db/queries/certificates.ts'
import { toDisplayText } from '../adapters/certificate-renderer/display-text.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../errors.ts'
import { formatCode } from '../features/certificates/code.ts'
import { pdfOf } from '../features/certificates/print-certificate.ts'
import { findForStranger } from '../features/certificates/verify-certificate.ts'
import { limitKeyOf } from './client-address.ts'

/** The PDF, for everyone who has its code. */
export function mountCertificateFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/certificates/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, code] = /^(.+)\.pdf$/i.exec(file) ?? []
    if (code === undefined) throw new AppError('NotFound')
    const certificate = await findForStranger({ ...deps, address: limitKeyOf(request.ip) }, code)

    const pdf = await pdfOf(deps, certificate)
    return reply
      .header('content-disposition', dispositionOf(certificate))
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
}

/** A file to keep (RFC 6266): under a name that everything can read, and for all that can more (RFC 8187) under one that says what it is. */
function dispositionOf({ code, learnerName, courseTitle }: CertificateRow): string {
  const name = [...toDisplayText(`${learnerName} - ${courseTitle}`).replace(/[\\/:*?"<>|]/g, ' ')]
    .slice(0, 120)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  const encoded = encodeURIComponent(`${name}.pdf`).replace(/['()*]/g, (symbol) => `%${symbol.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="certificate-${formatCode(code)}.pdf"; filename*=UTF-8''${encoded}`
}
