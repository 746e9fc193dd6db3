import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatCode } from '../../features/certificates/code.ts'
import { pdfOf } from '../../features/certificates/print-certificate.ts'
import { findForStranger } from '../../features/certificates/verify-certificate.ts'
import { limitKeyOf } from '../client-ip.ts'
import { attachmentOf } from './content-disposition.ts'

/** The PDF, for everyone who has its code. */
export function mountCertificateFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/certificates/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, code] = /^(.+)\.pdf$/i.exec(file) ?? []
    if (code === undefined) throw new AppError('NotFound')
    const certificate = await findForStranger({ ...deps, ip: limitKeyOf(request.ip) }, code)

    const { learnerName, courseTitle } = certificate
    const pdf = await pdfOf(deps, certificate)
    return reply
      .header(
        'content-disposition',
        attachmentOf(
          `certificate-${formatCode(certificate.code)}.pdf`,
          `${learnerName} - ${courseTitle}.pdf`,
        ),
      )
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
}
