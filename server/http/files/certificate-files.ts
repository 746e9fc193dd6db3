import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findVersion } from '../../../db/queries/courses/courses/courses.ts'
import { type CertificateRow, findSuccessor } from '../../../db/queries/learning/certificates.ts'
import { isId } from '../../../lib/ids.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { ArchiveInput } from '../../features/learning/certificate-archives/schema.ts'
import { writeArchive } from '../../features/learning/certificate-archives/write-archive.ts'
import { formatCode } from '../../features/learning/certificates/code/code.ts'
import { verificationUrlOf } from '../../features/learning/certificates/code/urls.ts'
import { pdfOf } from '../../features/learning/certificates/print-certificate.ts'
import { readEvidence } from '../../features/learning/certificates/read-evidence.ts'
import { EvidenceInput } from '../../features/learning/certificates/schema.ts'
import { findForVerification } from '../../features/learning/certificates/verify-certificate.ts'
import { limitIpOf } from '../client-ip.ts'
import { binaryContent, type Endpoint, inPath, inQuery, pdfFile } from '../endpoints/endpoints.ts'
import { parseInput } from '../rest/input.ts'
import { admitCaller } from './admit-caller.ts'
import { attachmentOf } from './content-disposition.ts'
import { writtenFile } from './csv-files.ts'

/** Mounts the PDF of a certificate, for anyone who has its code, and its evidence, for its owner. */
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

  app.get('/api/v1/me/certificates/:code/evidence', async (request, reply) => {
    const check = ({ caller }: UserContext) => {
      if (caller.key !== undefined) throw new AppError('KeyNotAllowed')
    }
    const ctx = await admitCaller(deps, request, { reply, name: 'certificates.evidence', check })
    const { params, query } = request
    const input = parseInput(EvidenceInput, { ...Object(query), ...Object(params) })
    const { fileName, text } = await readEvidence(ctx, input)
    return reply
      .header('content-disposition', attachmentOf(fileName, fileName))
      .header('cache-control', 'private, no-store')
      .type('text/plain; charset=utf-8')
      .send(text)
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
  {
    route: 'GET /api/v1/me/certificates/{code}/evidence',
    operationId: 'certificates_evidence',
    sdkName: 'certificates.evidence',
    tag: 'certificates',
    summary: 'Download how a certificate of yours came about',
    description:
      'The file of evidence: a signature, then a line for each lesson, completion, attempt, ' +
      'grading and act of staff, each of which may be left out. `verify-evidence` of the SDK ' +
      'says what it proves. Certificates of earlier releases have none.',
    parameters: [
      codeParameter,
      inQuery('part', 'whole (the default), or learned: without attempts, gradings and exceptions'),
    ],
    content: {
      'text/plain': { schema: { type: 'string' }, example: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln' },
    },
    errors: ['CertificateNotFound', 'EvidenceNotKept'],
    requiresToken: true,
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
