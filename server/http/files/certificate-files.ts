import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findVersion } from '../../../db/queries/courses/courses/courses.ts'
import { type CertificateRow, findSuccessor } from '../../../db/queries/learning/certificates.ts'
import { isId } from '../../../lib/ids.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { ArchiveInput } from '../../features/learning/certificate-archives/schema.ts'
import { writeArchive } from '../../features/learning/certificate-archives/write-archive.ts'
import { formatCode } from '../../features/learning/certificates/code/code.ts'
import { verificationUrlOf } from '../../features/learning/certificates/code/urls.ts'
import { pdfOf } from '../../features/learning/certificates/print-certificate.ts'
import { findForVerification } from '../../features/learning/certificates/verify-certificate.ts'
import { limitIpOf } from '../client-ip.ts'
import { binaryContent, type Endpoint, inPath, pdfFile } from '../endpoints/endpoints.ts'
import { attachmentOf } from './content-disposition.ts'
import { writtenFile } from './csv-files.ts'

/** Mounts the PDF of a certificate, for anyone who has its code. */
export function mount(app: FastifyInstance, deps: Deps): void {
  app.get('/certificates/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, code] = /^(.+)\.pdf$/i.exec(file) ?? []
    if (code === undefined) throw new AppError('NotFound')
    const certificate = await findByCode(deps, request, code)

    const { learnerName, courseTitle } = certificate
    const pdf = await pdfOf(deps, certificate)
    await nameSuccessor(deps, reply, certificate)
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

/** @throws CertificateNotFound, RateLimited */
export function findByCode(deps: Deps, request: FastifyRequest, code: string) {
  return findForVerification({ ...deps, ip: limitIpOf(request) }, code)
}

/** Leads from a file of a replaced certificate, which stays as it is, to the page of the new one. */
export async function nameSuccessor(
  deps: Deps,
  reply: FastifyReply,
  { id, status }: CertificateRow,
): Promise<void> {
  if (status !== 'superseded') return
  const successor = await findSuccessor(deps.db, id)
  if (successor === undefined) return
  reply.header('link', `<${verificationUrlOf(deps, successor)}>; rel="successor-version"`)
}

/** Finds the version of a course that the path names. */
export async function versionOf(deps: Deps, { params }: FastifyRequest) {
  const { version: id } = params as { version: string }
  const version = isId(id) ? await findVersion(deps.db, id) : undefined
  if (version === undefined) throw new AppError('NotFound')
  return version
}

export const codeParameter = inPath(
  'code',
  'The verification code in any case, with or without dashes; O counts as 0, I and L as 1',
  '7Q3M-X9KD-2HVA-RT5E-8',
)

export const endpoints: Endpoint[] = [
  {
    route: 'GET /certificates/{code}.pdf',
    operationId: 'certificates_pdf',
    sdkName: 'certificates.pdf',
    tag: 'certificates',
    summary: 'Download the PDF of a certificate',
    description:
      'Open to anyone who has the code. Answers ServiceUnavailable while the PDF is being ' +
      'printed, and on a server without a browser to print with.',
    parameters: [codeParameter],
    content: pdfFile,
    errors: ['CertificateNotFound', 'NotFound'],
    limits: ['verificationsPerIp'],
  },
]

/** The certificates of a course or class, for those who see its learners. */
export const archiveFile = writtenFile({
  route:
    'GET /api/v1/authoring/courses/{courseId}/certificate-archives/{archiveId}/certificates.zip',
  sdkName: 'certificates.archiveZip',
  tag: 'certificates',
  needs: { ability: 'readLearners', permission: 'certificates:read' },
  limits: ['certificateArchivesPerAccount'],
  summary: 'Download the certificates of a course or class as a zip',
  description:
    'The PDFs of those that are valid now, of learners whom you see now; each is named after its ' +
    'learner and code. `missing.txt` names those that have no PDF. See `certificates.archive`.',
  input: ArchiveInput,
  errors: ['CourseNotFound', 'ArchiveNotFound', 'ArchiveRunning'],
  type: 'application/zip',
  content: binaryContent('application/zip'),
  write: writeArchive,
})
